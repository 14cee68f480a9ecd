declare module 'virtual:node-modules' {
  const names: string[];
  export default names;
}

declare module 'esbuild-wasm/esm/browser' {
  export * from 'esbuild-wasm';
}

declare module 'path-browserify' {
  import type { PlatformPath } from 'node:path';
  const path: PlatformPath;
  export default path;
}
