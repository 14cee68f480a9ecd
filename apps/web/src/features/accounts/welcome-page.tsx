import { Center, Loader, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accountQueries } from '../../queries/accounts';
import { Logo } from '../../ui/display/logo';
import { ErrorAlert } from '../../ui/feedback/error-alert';
import { CreateAccountForm } from './create-account-form';
import { SignInForm } from './sign-in-form';
import classes from './welcome-page.module.css';

/** Creates the first account of a new installation. Otherwise asks the user to sign in. */
export function WelcomePage() {
  const { t } = useTranslation(['accounts', 'common']);
  const installation = useQuery(accountQueries.installation());
  const isFirst = installation.data?.hasAccount === false;
  const title = isFirst ? t('create') : t('signIn');
  return (
    <main className={classes.page}>
      <title>{`${title} · Drover`}</title>
      <div className={classes.column}>
        <Logo />
        <Paper withBorder radius="lg" p="xl" mt="lg" bg="var(--surface)">
          {installation.isPending && (
            <Center py="xl" role="status" aria-label={t('common:loading')}>
              <Loader type="dots" />
            </Center>
          )}
          {installation.isError && (
            <ErrorAlert error={installation.error} onRetry={() => void installation.refetch()} />
          )}
          {installation.data && (
            <>
              <Title order={1} size="h3" mb={isFirst ? 4 : 'md'}>
                {title}
              </Title>
              {isFirst && (
                <Text size="sm" c="dimmed" mb="md">
                  {t('createText')}
                </Text>
              )}
              {isFirst ? (
                <CreateAccountForm isSetupCodeRequired={installation.data.isSetupCodeRequired} />
              ) : (
                <SignInForm />
              )}
            </>
          )}
        </Paper>
      </div>
    </main>
  );
}
