export { eventually } from './eventually';
export { Installation, untilReady } from './installation';
export { Proxy } from './proxy';
export { builtProgram, Program, scratchFolder } from './programs';
