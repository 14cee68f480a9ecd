import type { ReactNode } from 'react';
import classes from './state-badge.module.css';

/** The colour of a state. */
export type Tone = 'waiting' | 'active' | 'success' | 'failure' | 'neutral';

interface Props {
  tone: Tone;
  /** The state is in progress. */
  isPulsing?: boolean;
  children: ReactNode;
}

/** A state as a coloured dot and a label. */
export function StateBadge({ tone, isPulsing, children }: Props) {
  return (
    <span className={classes.sign} data-tone={tone}>
      <StateDot isPulsing={isPulsing} />
      {children}
    </span>
  );
}

/** The dot alone. It takes the tone of the element around it. */
export function StateDot({ isPulsing }: { isPulsing?: boolean }) {
  return <span className={classes.mark} data-pulsing={isPulsing || undefined} aria-hidden />;
}
