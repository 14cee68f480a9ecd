import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** Where it is the whole page, its title is the page's. */
  isPage?: boolean;
}

/** Nothing is here, why, and what to do about it. */
export function EmptyState({ icon, title, children, action, isPage }: Props) {
  return (
    <Stack align="center" gap="sm" py={64} px="md" ta="center">
      <ThemeIcon size={56} radius="xl" variant="light" aria-hidden>
        {icon}
      </ThemeIcon>
      <Title order={isPage ? 1 : 2} size="h4">
        {title}
      </Title>
      {children && (
        <Text c="dimmed" maw={440}>
          {children}
        </Text>
      )}
      {action}
    </Stack>
  );
}
