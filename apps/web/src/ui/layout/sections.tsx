import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './sections.module.css';

/** Sections of a page. While one loads, those below it are hidden, so that nothing moves when it has loaded. */
export function Sections({ children }: { children: ReactNode }) {
  return (
    <Stack gap="xl" className={classes.sections}>
      {children}
    </Stack>
  );
}
