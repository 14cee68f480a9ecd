export { lockFile } from './file-lock';
