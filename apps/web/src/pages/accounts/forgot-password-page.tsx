import { Anchor, Code, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmailField } from '../../features/accounts/account-fields';
import { drover } from '../../lib/drover';
import { accountQueries } from '../../queries/accounts';
import { Form } from '../../ui/forms/form';
import { SmallPage } from '../../ui/layout/small-page';
import { QueryResult } from '../../ui/lists/query-result';

/** Asks for an email with a link that sets a new password. */
export function ForgotPasswordPage() {
  const { t } = useTranslation('accounts');
  const installation = useQuery(accountQueries.installation());
  return (
    <SmallPage title={t('reset.title')}>
      <Stack gap="md">
        <QueryResult query={installation} rows={2}>
          {({ canSendMail }) =>
            canSendMail ? (
              <RequestForm />
            ) : (
              <>
                <Text size="sm">{t('reset.noMail')}</Text>
                <Code block>drover-server reset-password</Code>
              </>
            )
          }
        </QueryResult>
        <Anchor href="/" size="sm">
          {t('reset.toSignIn')}
        </Anchor>
      </Stack>
    </SmallPage>
  );
}

function RequestForm() {
  const { t } = useTranslation('accounts');
  const [email, setEmail] = useState('');
  const request = useMutation({ mutationFn: () => drover.passwordResets.request({ email }) });
  if (request.isSuccess) {
    return (
      <Text size="sm" role="status">
        {t('reset.sent')}
      </Text>
    );
  }
  return (
    <>
      <Text size="sm">{t('reset.text')}</Text>
      <Form mutation={request} action={t('reset.do')} isWide>
        <EmailField autoFocus value={email} onChange={setEmail} />
      </Form>
    </>
  );
}
