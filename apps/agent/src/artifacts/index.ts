export { ArtifactSpool } from './spool';
export { ArtifactUploader } from './uploader';
