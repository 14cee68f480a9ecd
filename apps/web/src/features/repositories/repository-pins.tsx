import type { Repository } from '@drover/sdk';
import { Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceGroupQueries } from '../../queries/device-groups';
import { EditIcon } from '../../ui/display/icons';
import { PinsDialog } from './pins-dialog';

const hashChars = 8;

/** The branches and tags that the devices of groups run in place of that of the repository. */
export function RepositoryPins({ repository }: { repository: Repository }) {
  const { t } = useTranslation('repositories');
  const { data: groups } = useQuery(deviceGroupQueries.list());
  const [isOpen, setOpen] = useState(false);
  const nameOf = (groupId: string) => groups?.items.find(({ _id }) => _id === groupId)?.name ?? groupId;
  const { pins } = repository;
  return (
    <section>
      <Group justify="space-between" mb={4}>
        <Title order={2} size="h4">
          {t('pins')}
        </Title>
        <Button
          variant="default"
          size="xs"
          leftSection={<EditIcon size={14} />}
          disabled={!groups}
          onClick={() => setOpen(true)}
        >
          {t('editPins')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t('pinsHelp')}
      </Text>
      <ol aria-label={t('pins')} style={{ margin: '8px 0 0', paddingInlineStart: 24 }}>
        {pins.map(({ ref, groupId, commit }) => (
          <Text component="li" size="sm" key={groupId} style={{ overflowWrap: 'anywhere' }}>
            {t('pin', { group: nameOf(groupId), ref })}
            <Text span c="dimmed">
              {' · '}
              {commit?.slice(0, hashChars) ?? t('states.none')}
            </Text>
          </Text>
        ))}
      </ol>
      {isOpen && groups && (
        <PinsDialog repository={repository} groups={groups.items} onClose={() => setOpen(false)} />
      )}
    </section>
  );
}
