/** The last line that the service adds to the code of a project. */
const lastLine = /\n\/\/# droverProject=[0-9a-f]{64}\n$/;

/** Whether code was built from a project, so that it is not what its author edits. */
export function isProjectCode(code: string | undefined): boolean {
  return code !== undefined && lastLine.test(code.slice(-100));
}
