import type { Turns } from '../tasks/turns';
import type { Reading } from './reading';

/** Handles the frames of a socket in turns with those of other accounts. The socket is not read while frames wait. */
export class FrameTurns {
  private waiting = 0;

  constructor(
    private readonly turns: Turns,
    private readonly reading: Reading,
  ) {}

  run(accountId: string, handle: () => void): void {
    this.waiting += 1;
    this.turns.run(accountId, () => {
      this.waiting -= 1;
      handle();
      if (this.waiting === 0) this.reading.resume('turn');
    });
    if (this.waiting > 0) this.reading.pause('turn');
  }
}
