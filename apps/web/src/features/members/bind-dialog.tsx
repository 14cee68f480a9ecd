import type { Member } from '@drover/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { memberQueries } from '../../queries/members';
import { FormDialog } from '../../ui/forms/form-dialog';
import { GroupSelect } from './group-select';

interface Props {
  member: Member;
  onClose: () => void;
}

/** Binds the role of a member to device groups. */
export function BindDialog({ member: { _id, name, role, groups }, onClose }: Props) {
  const { t } = useTranslation('members');
  const client = useQueryClient();
  const [chosen, setChosen] = useState(groups);
  const update = useMutation({
    mutationFn: () => drover.members.update(_id, { role, groups: chosen }),
    onSuccess: async () => {
      await client.invalidateQueries(memberQueries.list());
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('bindTitle', { name })}
      action={t('bindDo')}
      isValid
      mutation={update}
      onClose={onClose}
    >
      <GroupSelect value={chosen} onChange={setChosen} />
    </FormDialog>
  );
}
