/** A bundle of its own: no other command has to read it. */
export { serveMcp } from './mcp/server';
