import type { SourceFile } from './source-files';

/** What is uploaded of a project. */
export interface BuiltProject {
  files: SourceFile[];
  /** The code as one file. It is for Node, unless the project is for phones only. */
  code: string;
  /** Its sources are relative to the folder of the project. */
  sourceMap: string;
  /** The code for phones, if the project is for both. */
  phoneCode?: string;
  phoneMap?: string;
  /** Text of the form configuration, or null if there is none. */
  config: string | null;
  /** Text of the schema of the results, or null if there is none. */
  schema: string | null;
}
