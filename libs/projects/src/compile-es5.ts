import type { Es5Compiler } from './build-tools';

/** Code with its source map as text. */
export interface MappedCode {
  code: string;
  sourceMap: string;
}

/** Compiles bundled code to ES5 for the engines of phones. The map leads to the source files. */
export function compileEs5(swc: Es5Compiler, { code, sourceMap }: MappedCode): MappedCode {
  const compiled = swc.transformSync(code, {
    swcrc: false,
    configFile: false,
    isModule: false,
    sourceMaps: true,
    inlineSourcesContent: false,
    inputSourceMap: sourceMap,
    // The typeof transform reads `constructor`, which Java objects do not have.
    env: { targets: 'ie 11', loose: true, exclude: ['transform-typeof-symbol'] },
    jsc: {
      externalHelpers: false,
      loose: true,
      assumptions: { iterableIsArray: true, noClassCalls: true, setPublicClassFields: true },
    },
  });
  return { code: compiled.code, sourceMap: compiled.map ?? sourceMap };
}
