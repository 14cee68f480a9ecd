export { eventually } from './eventually';
export { Installation, untilReady } from './installation';
export { builtProgram, Program, scratchFolder } from './programs';
