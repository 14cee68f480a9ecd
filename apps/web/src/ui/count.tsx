import { VisuallyHidden } from '@mantine/core';
import classes from './count.module.css';

/** How many of something there are to see to, at the end of a line; in words for those who do not see it. */
export function Count({ shown, words }: { shown: number | string; words: string }) {
  return (
    <span className={classes.count}>
      <span aria-hidden>{shown}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}
