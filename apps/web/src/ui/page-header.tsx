import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './page-header.module.css';

interface Props {
  title: ReactNode;
  /** Title of the browser's tab, where it is not the title of the page. */
  tabTitle?: string;
  /** A line below the title. */
  children?: ReactNode;
  actions?: ReactNode;
}

/** What the page is, and what can be done with it. */
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
