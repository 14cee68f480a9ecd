import { Anchor, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Logo } from '../../ui/display/logo';
import { useSignOut } from './use-sign-out';
import classes from './welcome-page.module.css';

interface Props {
  title: string;
  text: string;
  /** How the member meets the requirement. */
  children: ReactNode;
}

/** The only page of a member who does not meet a requirement of the workspace yet. */
export function SignInGate({ title, text, children }: Props) {
  const { t } = useTranslation('accounts');
  const signOut = useSignOut();
  return (
    <main className={classes.page}>
      <title>{`${title} · Drover`}</title>
      <div className={classes.column}>
        <Logo />
        <Paper withBorder radius="lg" p="xl" mt="lg" bg="var(--surface)">
          <Title order={1} size="h3" mb={4}>
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
          {children}
        </Paper>
        <Anchor component="button" size="sm" mt="md" onClick={() => signOut.mutate()}>
          {t('signOut')}
        </Anchor>
      </div>
    </main>
  );
}
