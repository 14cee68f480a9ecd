import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/layout/empty-state';

interface Props {
  icon: ReactNode;
  title: string;
  /** The label of the link to the scripts. */
  action: string;
  children: ReactNode;
}

/** Shown in place of records that appear when scripts run. Leads to the scripts. */
export function RunScriptFirst({ icon, title, action, children }: Props) {
  const link = (
    <Button component={Link} to="/devscripts" variant="default">
      {action}
    </Button>
  );
  return (
    <EmptyState icon={icon} title={title} action={link}>
      {children}
    </EmptyState>
  );
}
