import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './panel.module.css';

interface Props {
  title: ReactNode;
  /** Shown at the end of the title's row. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A section of a page with its own background. */
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

/** A wide and a narrow column of panels, stacked on small screens. */
export function PanelColumns({ wide, narrow }: { wide: ReactNode; narrow: ReactNode }) {
  return (
    <div className={classes.pair}>
      <div className={classes.column}>{wide}</div>
      <div className={classes.column}>{narrow}</div>
    </div>
  );
}
