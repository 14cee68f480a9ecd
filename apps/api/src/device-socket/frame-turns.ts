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
  private owner = '';
  private isFirst = true;

  constructor(
    private readonly turns: Pick<Turns, 'run' | 'runSoon'>,
    private readonly reading: Reading,
  ) {}

  /** `owner` is the account of the socket, or the address of a client that is not known yet. `bytes` is the size of the frame. */
  run(owner: string, bytes: number, handle: () => void): void {
    // A frame of the account must not overtake frames that arrived before the account was known.
    if (this.frames === 0) this.owner = owner;
    this.frames += 1;
    this.bytes += bytes;
    const step = () => {
      this.frames -= 1;
      this.bytes -= bytes;
      handle();
      if (this.frames === 0) this.reading.resume('turn');
    };
    const laterMs = bytes * laterMsPerByte;
    // The connection has already waited for the share of its address. Its first frame says which account it belongs to.
    if (this.isFirst) this.turns.runSoon(this.owner, step, laterMs);
    else this.turns.run(this.owner, step, laterMs);
    this.isFirst = false;
    if (this.frames > maxFrames || this.bytes > maxBytes) this.reading.pause('turn');
  }
}
