import type { Member, Role } from '@drover/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { accountQueries } from '../../queries/accounts';
import { memberQueries } from '../../queries/members';
import { ResetPassword } from './reset-password';
import { ConfirmAction } from '../../ui/dialogs/confirm-dialog';
import { DeviceIcon, KeyIcon } from '../../ui/display/icons';
import { RecordMenu } from '../../ui/lists/record-menu';
import { isBindable } from '../../roles/roles';
import { BindDialog } from './bind-dialog';

interface Props {
  member: Member;
  ownRole: Role;
}

/** Removes a member, binds the role to device groups, makes it the owner, or creates a link for a new password. */
export function MemberMenu({ member, ownRole }: Props) {
  const { _id, name, role } = member;
  const { t } = useTranslation('members');
  const client = useQueryClient();
  const [isTransferring, setTransferring] = useState(false);
  const [isBinding, setBinding] = useState(false);
  const [isResetting, setResetting] = useState(false);
  return (
    <>
      <RecordMenu
        label={t('actionsOf', { name })}
        items={[
          isBindable(role) && { label: t('bind'), Icon: DeviceIcon, onClick: () => setBinding(true) },
          ownRole === 'owner' &&
            role !== 'owner' && {
              label: t('transfer'),
              Icon: KeyIcon,
              onClick: () => setTransferring(true),
            },
          { label: t('resetPassword'), Icon: KeyIcon, onClick: () => setResetting(true) },
        ]}
        removal={{
          label: t('remove'),
          title: t('removeTitle', { name }),
          text: t('removeText'),
          action: t('remove'),
          done: t('removed', { name }),
          run: () => drover.members.remove(_id),
          onDone: () => client.invalidateQueries(memberQueries.list()),
        }}
      />
      {isBinding && <BindDialog member={member} onClose={() => setBinding(false)} />}
      <ConfirmAction
        isOpen={isTransferring}
        title={t('transferTitle', { name })}
        text={t('transferText')}
        action={t('transfer')}
        done={t('transferred', { name })}
        run={() => drover.members.transfer(_id)}
        onDone={async () => {
          await client.invalidateQueries(memberQueries.list());
          await client.invalidateQueries(accountQueries.current());
        }}
        onClose={() => setTransferring(false)}
      />
      {isResetting && <ResetPassword memberId={_id} name={name} onClose={() => setResetting(false)} />}
    </>
  );
}
