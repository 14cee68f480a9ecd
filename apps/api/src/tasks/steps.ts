/** A computation that can pause wherever it yields. `Turns` runs it without blocking the event loop. */
export type Steps<Result> = Generator<undefined, Result, undefined>;
