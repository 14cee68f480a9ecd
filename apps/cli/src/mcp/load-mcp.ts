/** Loads the bundle beside this one, which only `drover mcp` needs. */
export const loadMcp = () => import('./mcp.js');
