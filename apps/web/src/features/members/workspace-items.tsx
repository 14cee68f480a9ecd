import { Menu } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { workspaceQueries } from '../../queries/members';
import { useErrorNotification } from '../../ui/feedback/use-error-notification';

/** The workspaces of a person who has several, as items of a menu. The chosen one opens on its first page. */
export function WorkspaceItems() {
  const { t } = useTranslation('accounts');
  const { data } = useQuery(workspaceQueries.list());
  const showError = useErrorNotification();
  const open = useMutation({
    mutationFn: (workspaceId: string) => drover.workspaces.switch(workspaceId),
    // A reload leaves nothing of the former workspace in memory.
    onSuccess: () => window.location.assign('/'),
    onError: showError,
  });
  if (!data || data.items.length < 2) return null;
  const current = data.items.find(({ isCurrent }) => isCurrent)?._id ?? null;
  return (
    <>
      <Menu.Label>{t('workspace')}</Menu.Label>
      <Menu.RadioGroup value={current} onChange={(workspaceId) => open.mutate(workspaceId)}>
        {data.items.map(({ _id, name }) => (
          <Menu.RadioItem key={_id} value={_id} closeMenuOnClick>
            {name}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
    </>
  );
}
