import { VisuallyHidden } from '@mantine/core';
import classes from './count-badge.module.css';

/** A number of pending items at the end of a row. Screen readers read `label` instead. */
export function CountBadge({ value, label }: { value: number | string; label: string }) {
  return (
    <span className={classes.count}>
      <span aria-hidden>{value}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
