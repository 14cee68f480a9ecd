import { Anchor, Container, Loader, Paper, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { asksForCode, CodeField } from '../../features/accounts/code-field';
import { forgetProviderVisit, readProviderVisit } from '../../features/accounts/provider-visit';
import { drover } from '../../lib/drover';
import { signedInHint } from '../../lib/session';
import { Logo } from '../../ui/display/logo';
import { ErrorText } from '../../ui/feedback/error-alert';
import { Form } from '../../ui/forms/form';

/** Completes what began at an identity provider, and continues where the person was. */
function useComplete(providerId: string) {
  const [parameters] = useState(() => window.location.search.slice(1));
  const [{ purpose, path }] = useState(readProviderVisit);
  return useMutation({
    mutationFn: async (code?: string) => {
      const callback = { providerId, parameters };
      if (purpose === 'link') await drover.identities.create(callback);
      else await drover.identities.signIn({ ...callback, code });
    },
    onSuccess: () => {
      forgetProviderVisit();
      signedInHint.set(true);
      window.location.replace(path);
    },
  });
}

/** The page to which an identity provider sends the browser back. */
export function ProviderCallbackPage() {
  const { t } = useTranslation(['single-sign-on', 'accounts', 'common']);
  const complete = useComplete(useParams().providerId ?? '');
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const hasStarted = useRef(false);
  const { mutate, error, isIdle, isPending, isSuccess } = complete;
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    // The code does not stay in the history.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    mutate(undefined, { onError: (failure) => setNeedsCode(asksForCode(failure)) });
  }, [mutate]);
  // The request without a code has failed only to ask for it.
  const shown = asksForCode(error) ? null : error;
  const isWaiting = isIdle || isSuccess || (isPending && !needsCode);
  return (
    <Container component="main" size={440} py={64}>
      <title>{`${t('accounts:signIn')} · Drover`}</title>
      <Logo />
      <Paper withBorder radius="lg" p="xl" mt="lg" bg="var(--surface)">
        <Title order={1} size="h3" mb="md">
          {t('accounts:signIn')}
        </Title>
        {isWaiting && <Loader type="dots" role="status" aria-label={t('common:loading')} />}
        {needsCode && !isSuccess && (
          <Form
            mutation={{ isPending, error: shown, mutate: () => mutate(code) }}
            action={t('accounts:signInDo')}
            isWide
          >
            <CodeField
              label={t('accounts:code')}
              description={t('accounts:codeHelp')}
              value={code}
              onChange={setCode}
            />
          </Form>
        )}
        {!needsCode && shown && (
          <>
            <ErrorText error={shown} mb="md" />
            <Anchor href="/" size="sm">
              {t('toConsole')}
            </Anchor>
          </>
        )}
      </Paper>
    </Container>
  );
}
