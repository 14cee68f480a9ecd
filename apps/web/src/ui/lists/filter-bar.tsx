import type { ReactNode } from 'react';
import classes from './filter-bar.module.css';

/** The filters of a list, in columns. */
export function FilterBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="search" aria-label={label} className={classes.bar}>
      {children}
    </div>
  );
}
