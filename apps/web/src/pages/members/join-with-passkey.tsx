import { LIMITS } from '@drover/contract/limits';
import type { CreateInvitationPasskeyOptions } from '@drover/sdk';
import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { createPasskey } from '../../features/accounts/browser-passkeys';
import { RecoveryCodesDialog } from '../../features/accounts/set-up-second-factor';
import { drover } from '../../lib/drover';
import { signedInHint } from '../../lib/session';
import { ErrorText } from '../../ui/feedback/error-alert';
import { isWithinLimit } from '../../ui/forms/counted-input';

/** Lets a new person join with a passkey instead of a password. */
export function JoinWithPasskey({ person }: { person: CreateInvitationPasskeyOptions }) {
  const { t } = useTranslation('members');
  const join = useMutation({
    mutationFn: async () => {
      const { options } = await drover.invitations.createPasskeyOptions(person);
      const credential = await createPasskey(options);
      return drover.invitations.acceptWithPasskey({ ...person, credential });
    },
    onSuccess: () => signedInHint.set(true),
  });
  const isValid = person.email.includes('@') && isWithinLimit(person.name ?? '', LIMITS.accountNameChars);
  return (
    <Stack gap="xs">
      <Button variant="default" loading={join.isPending} disabled={!isValid} onClick={() => join.mutate()}>
        {t('join.byPasskey')}
      </Button>
      <Text size="xs" c="dimmed">
        {t('join.byPasskeyHelp')}
      </Text>
      <ErrorText error={join.error} />
      {join.data && (
        <RecoveryCodesDialog codes={join.data.recoveryCodes} onClose={() => window.location.replace('/')} />
      )}
    </Stack>
  );
}
