type Write = (...values: unknown[]) => void;

/** Writes to the log of the run. On phones it also has a window. */
export interface ScriptConsole {
  verbose: Write;
  log: Write;
  info: Write;
  debug: Write;
  warn: Write;
  error: Write;
  /** Writes an error unless the value is true. */
  assert(value: unknown, ...texts: unknown[]): void;
  /** Writes the place in the code. */
  trace: Write;
  time(label?: string): void;
  timeEnd(label?: string): void;
  clear(): void;
  /** Answer on the Node agent: null. */
  input(prompt?: unknown): unknown;
  /** Answer on the Node agent: null. */
  rawInput(prompt?: unknown): string | null;
  show(...values: unknown[]): void;
  hide(): void;
  setSize(width: number, height: number): void;
  setPosition(x: number, y: number): void;
  setTitle(title: string, ...values: unknown[]): void;
  setCanInput(canInput: boolean): void;
  setBackground(...values: unknown[]): void;
  setLogSize(size: number): void;
  openLog(): void;
  setGlobalLogConfig(config: object): void;
  setExitOnClose(...values: unknown[]): void;
  setTouchable(isTouchable: boolean): void;
}
