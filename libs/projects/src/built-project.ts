import type { SourceFile } from './source-files';

/** What is uploaded of a project. */
export interface BuiltProject {
  files: SourceFile[];
  /** The code as one file. */
  code: string;
  /** Its sources are relative to the folder of the project. */
  sourceMap: string;
  /** Text of the form configuration, or null if there is none. */
  config: string | null;
  /** Text of the schema of the results, or null if there is none. */
  schema: string | null;
}
