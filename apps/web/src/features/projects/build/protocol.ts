import type { Project, UploadProject } from '@drover/sdk';

/** A message of the build about a line of a file, or about the whole project. */
export interface BuildProblem {
  path?: string;
  line?: number;
  isError: boolean;
  text: string;
}

/** To the worker. */
export interface BuildRequest {
  n: number;
  files: Project['files'];
}

/** Why a project was not built. */
export interface BuildFailure {
  problems: BuildProblem[];
  /** Names of packages that it imports. */
  packages: string[];
}

/** What was built, with the warnings of the bundler. */
export interface BuildResult {
  project: UploadProject;
  warnings: BuildProblem[];
}

/** From the worker. `crash` is an error that the author of the project cannot fix. */
export type BuildAnswer = { n: number } & (
  { result: BuildResult } | { failure: BuildFailure } | { crash: string }
);
