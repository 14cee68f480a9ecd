import type { StoreEntry } from '@drover/sdk';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { WarningIcon } from '../../ui/display/icons';
import { EntryValue } from './entry-value';
import type { Conflict } from './use-conflict';

interface Props {
  conflict: Conflict;
  onKeep: () => void;
  onTake: (entry: StoreEntry) => void;
}

/** Says that the entry was changed meanwhile, and offers to continue from either value. */
export function ConflictNotice({ conflict: { entry }, onKeep, onTake }: Props) {
  const { t } = useTranslation('stores');
  return (
    <Alert color="gray" variant="light" icon={<WarningIcon size={18} />} role="alert">
      <Stack gap="sm">
        <Text size="sm" fw={600}>
          {t('conflict')}
        </Text>
        <Text size="sm">{entry ? t('conflictText') : t('conflictDeleted')}</Text>
        {entry && <EntryValue value={entry.value} label={t('currentValue')} />}
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onKeep}>
            {t('keepMine')}
          </Button>
          {entry && (
            <Button size="xs" variant="default" onClick={() => onTake(entry)}>
              {t('takeTheirs')}
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}
