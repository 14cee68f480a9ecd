/** Builds projects without Node, such as in a browser. */
export type { BuildTools } from './build-tools';
export { buildTreeProject } from './build-tree-project';
export { createFileResolver } from './file-resolver';
export { ProjectError } from './project-file';
export type { ProjectTree } from './project-tree';
