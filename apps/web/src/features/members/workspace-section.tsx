import { LIMITS } from '@drover/contract/limits';
import type { Account, Workspace } from '@drover/sdk';
import { Badge, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { accountQueries } from '../../queries/accounts';
import { workspaceQueries } from '../../queries/members';
import { ConfirmAction } from '../../ui/dialogs/confirm-dialog';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import { NameDialog } from '../../ui/forms/name-dialog';
import { Section } from '../../ui/layout/section';
import { QueryResult } from '../../ui/lists/query-result';
import { type Column, VirtualTable } from '../../ui/lists/virtual-table';
import { useOpenWorkspace } from './use-open-workspace';

/** The workspaces of the signed-in person: open another one, leave this one, or create one. */
export function WorkspaceSection({ account }: { account: Account }) {
  const { t } = useTranslation('members');
  const workspaces = useQuery(workspaceQueries.list());
  const { data: installation } = useQuery(accountQueries.installation());
  return (
    <Section title={t('workspaces.title')}>
      <QueryResult query={workspaces} rows={1}>
        {({ items }) => <Workspaces workspaces={items} />}
      </QueryResult>
      {(account.isAdministrator || installation?.isSignUpOpen) && <CreateWorkspace />}
    </Section>
  );
}

function Workspaces({ workspaces }: { workspaces: Workspace[] }) {
  const { t } = useTranslation(['members', 'common']);
  const [leaving, setLeaving] = useState<Workspace>();
  const open = useOpenWorkspace();
  const columns: Column<Workspace>[] = [
    {
      key: 'name',
      header: t('name'),
      width: 'minmax(0, 2fr)',
      cell: ({ name, isCurrent }) => (
        <Group gap="xs" wrap="nowrap">
          <Text size="sm" fw={550} truncate title={name}>
            {name}
          </Text>
          {isCurrent && (
            <Badge variant="light" size="sm" tt="none" style={{ flexShrink: 0 }}>
              {t('workspaces.current')}
            </Badge>
          )}
        </Group>
      ),
    },
    {
      key: 'role',
      header: t('role'),
      width: 'minmax(4.5rem, 0.6fr)',
      cell: ({ role }) => t(`roles.${role}`),
    },
    {
      key: 'actions',
      header: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
      width: '5.5rem',
      cell: (workspace) => (
        <Group justify="flex-end">
          {workspace.isCurrent ? (
            <Button size="compact-sm" variant="default" onClick={() => setLeaving(workspace)}>
              {t('workspaces.leave')}
            </Button>
          ) : (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${t('workspaces.open')}: ${workspace.name}`}
              onClick={() => open.mutate(workspace._id)}
            >
              {t('workspaces.open')}
            </Button>
          )}
        </Group>
      ),
    },
  ];
  return (
    <>
      <VirtualTable
        label={t('workspaces.title')}
        rows={workspaces}
        columns={columns}
        getKey={({ _id }) => _id}
      />
      {leaving && <LeaveWorkspace workspace={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

function LeaveWorkspace({ workspace: { name }, onClose }: { workspace: Workspace; onClose: () => void }) {
  const { t } = useTranslation('members');
  return (
    <ConfirmAction
      isOpen
      title={t('workspaces.leaveTitle', { name })}
      text={t('workspaces.leaveText')}
      action={t('workspaces.leaveDo')}
      done={t('workspaces.left', { name })}
      run={() => drover.members.leave()}
      // A reload leaves nothing of the former workspace in memory.
      onDone={() => window.location.assign('/')}
      onClose={onClose}
    />
  );
}

/** Creates a workspace and opens it. */
function CreateWorkspace() {
  const { t } = useTranslation('members');
  const open = useOpenWorkspace();
  const create = useMutation({
    mutationFn: (name: string) => drover.workspaces.create({ name }),
    onSuccess: ({ _id }) => open.mutate(_id),
  });
  return (
    <Group mt="md">
      <DialogButton label={t('workspaces.create')} variant="default">
        {(close) => (
          <NameDialog
            title={t('workspaces.create')}
            action={t('workspaces.createDo')}
            label={t('workspaces.name')}
            limit={LIMITS.accountNameChars}
            mutation={create}
            onClose={close}
          />
        )}
      </DialogButton>
    </Group>
  );
}
