/** A computation that can pause at each `yield`, so that `Turns.compute` can run other work in between. */
export type Steps<Result> = Generator<undefined, Result, undefined>;
