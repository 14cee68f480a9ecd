import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './panel.module.css';

interface Props {
  title: ReactNode;
  /** Beside the title, at the end of its line. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of a page on a ground of its own. */
export function Panel({ title, aside, children }: Props) {
  return (
    <section className={classes.panel}>
      <header className={classes.head}>
        <Title order={2} size="h5">
          {title}
        </Title>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** A wide column of panels and a narrow one beside it, one after the other where there is no room. */
export function PanelColumns({ wide, narrow }: { wide: ReactNode; narrow: ReactNode }) {
  return (
    <div className={classes.pair}>
      <div className={classes.column}>{wide}</div>
      <div className={classes.column}>{narrow}</div>
    </div>
  );
}
