export * from './build-project';
export * from './check-types';
export { getProjectSchema, ProjectError } from './project-file';
