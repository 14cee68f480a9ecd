import { BUDGET } from '@drover/contract/budget';
import type { Turns } from '../tasks/turns';
import type { Reading } from './reading';

/** A socket with more waiting frames or bytes is not read. To stop and resume the reading costs more than a small frame. */
const maxFrames = BUDGET.linkWaitingFrames.max;
const maxBytes = BUDGET.linkWaitingBytes.max;

/** What a frame costs after its turn, for each byte: masking, encoding, storing and garbage collection. */
const laterMsPerByte = 25 / 1024 ** 2;

/** Handles the frames of a socket in turns with those of other accounts. A socket with many of them has to wait. */
export class FrameTurns {
  private frames = 0;
  private bytes = 0;

  constructor(
    private readonly turns: Pick<Turns, 'run'>,
    private readonly reading: Reading,
  ) {}

  /** `bytes` is the size of the frame. */
  run(accountId: string, bytes: number, handle: () => void): void {
    this.frames += 1;
    this.bytes += bytes;
    this.turns.run(
      accountId,
      () => {
        this.frames -= 1;
        this.bytes -= bytes;
        handle();
        if (this.frames === 0) this.reading.resume('turn');
      },
      bytes * laterMsPerByte,
    );
    if (this.frames > maxFrames || this.bytes > maxBytes) this.reading.pause('turn');
  }
}
