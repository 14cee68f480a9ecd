import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './page-header.module.css';

interface Props {
  title: ReactNode;
  /** Title of the browser tab, if it differs from the title of the page. */
  tabTitle?: string;
  /** Shown below the title. */
  children?: ReactNode;
  actions?: ReactNode;
}

/** The title of the page and its actions. */
export function PageHeader({ title, tabTitle, children, actions }: Props) {
  return (
    <header className={classes.header}>
      <title>{`${tabTitle ?? (typeof title === 'string' ? title : '')} · Drover`}</title>
      <div className={classes.words}>
        <Title order={1} size="h2" className={classes.title}>
          {title}
        </Title>
        {children && (
          <Text component="div" c="dimmed" size="sm" mt={4}>
            {children}
          </Text>
        )}
      </div>
      {actions && (
        <Group gap="xs" className={classes.actions}>
          {actions}
        </Group>
      )}
    </header>
  );
}
