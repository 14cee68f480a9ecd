import { basename } from 'node:path';
import { CliError } from '../errors/cli-error';
import { printNote, styleError } from '../output/terminal';
import type * as Projects from './projects.js';

/** A project that is built and uploaded. */
export class ProjectFolder {
  private constructor(
    private readonly projects: typeof Projects,
    readonly folder: string,
  ) {}

  static async open(folder: string): Promise<ProjectFolder> {
    return new ProjectFolder(await import('./projects.js'), folder);
  }

  /** Returns the name of the project's development script. */
  async readName(): Promise<string> {
    const { name } = await this.explain(() => this.projects.readProjectFile(this.folder));
    return name ?? basename(this.folder);
  }

  /** Builds the project. Prints the warnings of the bundler. */
  async build() {
    const build = await this.explain(() => this.projects.buildProject(this.folder));
    for (const warning of build.warnings) printNote(warning.trimEnd());
    return build;
  }

  /** Prints errors of types. Returns whether there are none. */
  async checkTypes(signal?: AbortSignal): Promise<boolean> {
    const errors = await this.projects.checkTypes(this.folder, signal);
    if (errors === undefined) return true;
    printNote(`${styleError('yellow', 'Type errors:')}\n${errors}`);
    return false;
  }

  /** Converts errors that the author of the project can fix. */
  private async explain<Result>(task: () => Result | Promise<Result>): Promise<Result> {
    try {
      return await task();
    } catch (error) {
      if (error instanceof this.projects.ProjectError) throw new CliError('usage', error.message);
      throw error;
    }
  }
}

/** The error of a command with --strict for a project with type errors. */
export function createTypesError(): CliError {
  return new CliError('failed', 'The project has type errors.', ['Without --strict, it is uploaded anyway.']);
}
