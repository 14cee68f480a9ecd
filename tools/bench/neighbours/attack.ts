import type { Client, Tally } from './client';

/** A way in which accounts could harm others. */
export interface Attack {
  name: string;
  title: string;
  /** Creates what the attack needs, once. */
  prepare(attackers: Attackers): Promise<Strike>;
}

/** Attacks until the signal, and then leaves nothing open. */
export type Strike = (signal: AbortSignal) => Promise<void>;

/** The hostile accounts. */
export interface Attackers {
  clients: Client[];
  tally: Tally;
  /** Share of the records that the attacks of the full form need, at most 1. */
  scale: number;
}
