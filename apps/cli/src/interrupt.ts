/** Ctrl-C, or a polite request to end, heard once; the second one ends the program as ever. */
export class Interrupt {
  private readonly controller = new AbortController();
  private readonly onSignal = () => {
    this.ignore();
    this.controller.abort(new Error('interrupted'));
  };

  constructor() {
    process.once('SIGINT', this.onSignal);
    process.once('SIGTERM', this.onSignal);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Leaves the signals to their usual effect. */
  ignore(): void {
    process.removeListener('SIGINT', this.onSignal);
    process.removeListener('SIGTERM', this.onSignal);
  }
}
