import { Container, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Logo } from '../display/logo';

/** A page without navigation, for people who may not be signed in. */
export function SmallPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Container component="main" size={440} py={64}>
      <title>{`${title} · Drover`}</title>
      <Logo />
      <Paper withBorder radius="lg" p="xl" mt="lg" bg="var(--surface)">
        <Title order={1} size="h3" mb="sm">
          {title}
        </Title>
        {children}
      </Paper>
    </Container>
  );
}
