/** A file of a script. */
export interface SourceText {
  path: string;
  text: string;
}

/** A range of a text, and what is said about it. */
export interface Problem {
  from: number;
  to: number;
  isError: boolean;
  message: string;
}

interface Completion {
  name: string;
  kind: string;
  /** Sorts completions that match equally well. */
  sortText: string;
}

export interface Completions {
  /** Where the name begins that is being typed. */
  from: number;
  items: Completion[];
}

/** The signature or type of a name, and its comment. */
export interface Description {
  signature: string;
  comment: string;
}

export interface Hover extends Description {
  from: number;
  to: number;
}

/** The signature of the function that is being called. */
export interface Signature extends Description {
  /** The part of the signature that declares the current parameter. */
  parameter: { from: number; to: number } | null;
}

/** What the language service answers. Positions are offsets in the text of a file. */
export interface LanguageAnswers {
  complete(path: string, position: number): Completions | null;
  describe(path: string, position: number, name: string): Description | null;
  hover(path: string, position: number): Hover | null;
  findSignature(path: string, position: number): Signature | null;
  findProblems(path: string): Problem[];
}

export type Question = {
  [Name in keyof LanguageAnswers]: { name: Name; values: Parameters<LanguageAnswers[Name]> };
}[keyof LanguageAnswers];

/** To the worker. A file that is null does not exist any more. Questions are answered in their order. */
export type ToWorker =
  | { kind: 'open'; language: string }
  | { kind: 'files'; files: Record<string, string | null> }
  | ({ kind: 'question'; n: number } & Question);

export interface FromWorker {
  n: number;
  answer: unknown;
}
