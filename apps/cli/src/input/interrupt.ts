/** Aborts its signal on the first SIGINT (Ctrl-C) or SIGTERM. A second one ends the program as usual. */
export class Interrupt {
  private readonly controller = new AbortController();
  private readonly onSignal = () => {
    this.dispose();
    this.controller.abort(new Error('interrupted'));
  };

  constructor() {
    process.once('SIGINT', this.onSignal);
    process.once('SIGTERM', this.onSignal);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Restores the default effect of the signals. */
  dispose(): void {
    process.removeListener('SIGINT', this.onSignal);
    process.removeListener('SIGTERM', this.onSignal);
  }
}
