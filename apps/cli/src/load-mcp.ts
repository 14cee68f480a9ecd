/** What only `drover mcp` needs, from the bundle beside this one. */
export const loadMcp = () => import('./mcp.js');
