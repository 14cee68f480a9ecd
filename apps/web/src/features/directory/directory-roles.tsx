import { LIMITS } from '@drover/contract/limits';
import type { Directory, DirectoryGroupRole, DirectoryRole } from '@drover/sdk';
import { Button, Group, Select, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { directoryQueries } from '../../queries/directory';
import { RemoveButton } from '../../ui/lists/remove-button';
import { Form } from '../../ui/forms/form';

const roles: readonly DirectoryRole[] = ['viewer', 'operator', 'editor', 'admin'];

/** The roles of the groups of the directory. Others may change them meanwhile: the input stays. */
export function DirectoryRoles({ directory }: { directory: Directory }) {
  const { t } = useTranslation(['directory', 'members', 'common']);
  const client = useQueryClient();
  const [defaultRole, setDefaultRole] = useState(directory.defaultRole);
  const [groups, setGroups] = useState(directory.roles);
  const named = groups.map((each) => ({ ...each, group: each.group.trim() })).filter(({ group }) => group);
  const update = useMutation({
    mutationFn: () => drover.directory.update({ defaultRole, roles: named }),
    onSuccess: () => {
      void client.invalidateQueries(directoryQueries.get());
      void client.invalidateQueries({ queryKey: ['members'] });
      notifications.show({ message: t('common:saved') });
    },
  });
  const change = (index: number, changes: Partial<DirectoryGroupRole>) =>
    setGroups(groups.map((each, at) => (at === index ? { ...each, ...changes } : each)));
  const data = roles.map((value) => ({ value, label: t(`members:roles.${value}`) }));
  return (
    <Form mutation={update} action={t('save')}>
      <Select
        label={t('defaultRole')}
        description={t('defaultRoleHelp')}
        allowDeselect={false}
        data={data}
        value={defaultRole}
        onChange={(role) => role && setDefaultRole(role)}
      />
      {groups.map(({ group, role }, index) => (
        <Group key={index} gap="xs" align="end" wrap="nowrap">
          <TextInput
            label={t('group')}
            maxLength={LIMITS.directoryNameChars}
            value={group}
            onChange={(event) => change(index, { group: event.currentTarget.value })}
            style={{ flex: 1 }}
          />
          <Select
            label={t('role')}
            allowDeselect={false}
            data={data}
            value={role}
            onChange={(next) => next && change(index, { role: next })}
            w="9rem"
          />
          <RemoveButton
            label={t('removeGroup', { name: group })}
            onClick={() => setGroups(groups.filter((_, at) => at !== index))}
          />
        </Group>
      ))}
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        disabled={groups.length >= LIMITS.directoryRoles}
        onClick={() => setGroups([...groups, { group: '', role: 'operator' }])}
      >
        {t('addGroup')}
      </Button>
    </Form>
  );
}
