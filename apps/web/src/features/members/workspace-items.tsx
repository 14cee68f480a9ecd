import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { workspaceQueries } from '../../queries/members';
import { useOpenWorkspace } from './use-open-workspace';

/** The workspaces of a person who has several, as items of a menu. The chosen one opens on its first page. */
export function WorkspaceItems() {
  const { t } = useTranslation('accounts');
  const { data } = useQuery(workspaceQueries.list());
  const open = useOpenWorkspace();
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
