/** Built as a separate bundle, so that other commands start without loading it. */
export { buildProject, checkTypes, ProjectError, readProjectFile } from '@drover/projects';
