import type { Member, Role } from '@drover/sdk';
import { Select } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { memberQueries } from '../../queries/members';
import { useErrorNotification } from '../../ui/feedback/use-error-notification';
import { grantableRoles } from '../../roles/roles';

interface Props {
  member: Member;
  ownRole: Role;
}

/** Shows and changes the role of a member. */
export function MemberRole({ member: { _id, name, role }, ownRole }: Props) {
  const { t } = useTranslation('members');
  const client = useQueryClient();
  const showError = useErrorNotification();
  const update = useMutation({
    mutationFn: (chosen: Role) => drover.members.update(_id, { role: chosen }),
    onSuccess: async (_, chosen) => {
      await client.invalidateQueries(memberQueries.list());
      notifications.show({ message: t('roleChanged', { name, role: t(`roles.${chosen}`) }) });
    },
    onError: showError,
  });
  return (
    <Select
      size="xs"
      w="100%"
      aria-label={t('roleOf', { name })}
      allowDeselect={false}
      disabled={update.isPending}
      data={grantableRoles(ownRole).map((value) => ({ value, label: t(`roles.${value}`) }))}
      value={update.isPending ? update.variables : role}
      onChange={(chosen) => chosen && chosen !== role && update.mutate(chosen)}
    />
  );
}
