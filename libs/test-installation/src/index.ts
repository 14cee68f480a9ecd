export { eventually } from './eventually';
export { Installation, waitUntilReady } from './installation';
export { Proxy } from './proxy';
export { getProgramPath, Program, createScratchFolder } from './programs';
export { Screen } from './screen';
