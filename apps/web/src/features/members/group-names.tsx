import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { deviceGroupQueries } from '../../queries/device-groups';

/** Names the device groups that a role is bound to. */
export function GroupNames({ groups }: { groups: string[] }) {
  const { data } = useQuery({ ...deviceGroupQueries.list(), enabled: groups.length > 0 });
  if (groups.length === 0) return null;
  const names = groups.map((id) => data?.items.find(({ _id }) => _id === id)?.name ?? '…').join(', ');
  return (
    <Text size="xs" c="dimmed" truncate title={names}>
      {names}
    </Text>
  );
}
