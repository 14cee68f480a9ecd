import type { Member, Role } from '@drover/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { accountQueries } from '../../queries/accounts';
import { memberQueries } from '../../queries/members';
import { ResetPassword } from './reset-password';
import { ConfirmAction } from '../../ui/dialogs/confirm-dialog';
import { KeyIcon } from '../../ui/display/icons';
import { RecordMenu } from '../../ui/lists/record-menu';

interface Props {
  member: Member;
  ownRole: Role;
}

/** Removes a member, makes it the owner in place of the caller, or creates a link for a new password. */
export function MemberMenu({ member: { _id, name, role }, ownRole }: Props) {
  const { t } = useTranslation('members');
  const client = useQueryClient();
  const [isTransferring, setTransferring] = useState(false);
  const [isResetting, setResetting] = useState(false);
  return (
    <>
      <RecordMenu
        label={t('actionsOf', { name })}
        items={[
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
