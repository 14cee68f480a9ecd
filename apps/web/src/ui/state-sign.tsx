import type { ReactNode } from 'react';
import classes from './state-sign.module.css';

/** How a state is told by colour. */
export type Tone = 'wait' | 'go' | 'good' | 'bad' | 'quiet';

interface Props {
  tone: Tone;
  /** Something is under way. */
  isPulsing?: boolean;
  children: ReactNode;
}

/** Where something stands: a coloured mark, and the word for it. */
export function StateSign({ tone, isPulsing, children }: Props) {
  return (
    <span className={classes.sign} data-tone={tone}>
      <StateMark isPulsing={isPulsing} />
      {children}
    </span>
  );
}

/** The mark alone, in the tone of what it stands in. */
export function StateMark({ isPulsing }: { isPulsing?: boolean }) {
  return <span className={classes.mark} data-pulsing={isPulsing || undefined} aria-hidden />;
}
