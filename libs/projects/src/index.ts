export * from './build-project';
export { buildTreeProject } from './build-tree-project';
export * from './check-types';
export { loadTools } from './load-tools';
export * from './polyfills/polyfill-names';
export { getProjectSchema, ProjectError, projectFileName } from './project-file';
export type { ProjectTree } from './project-tree';
