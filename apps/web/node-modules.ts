import { builtinModules } from 'node:module';
import type { Plugin } from 'vite';

const name = 'virtual:node-modules';

/** Provides the names of the modules that come with Node. */
export function nodeModules(): Plugin {
  return {
    name: 'node-modules',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? `export default ${JSON.stringify(builtinModules)};` : undefined),
  };
}
