import type { Es5Compiler } from './build-tools';
import { findPolyfills } from './polyfills/find-polyfills';
import { linkPolyfills } from './polyfills/link-polyfills';

/** Code with its source map as text. */
export interface MappedCode {
  code: string;
  sourceMap: string;
}

/** Compiles bundled code to ES5 for the engines of phones, with the polyfills that it uses. The map leads to the source files. */
export async function compileForPhones(
  swc: Es5Compiler,
  { code, sourceMap }: MappedCode,
): Promise<MappedCode> {
  const compiled = swc.transformSync(keepPositions(code), {
    swcrc: false,
    configFile: false,
    isModule: false,
    sourceMaps: true,
    inlineSourcesContent: false,
    inputSourceMap: sourceMap,
    // Without `loose`, because it takes every iterable for an array: a Set could not be spread.
    // The typeof transform reads `constructor`, which Java objects do not have.
    env: { targets: 'ie 11', exclude: ['transform-typeof-symbol'] },
    jsc: {
      externalHelpers: false,
      assumptions: { noClassCalls: true, setPublicClassFields: true, privateFieldsAsProperties: true },
    },
  });
  const es5 = { code: unifyHelpers(compiled.code), sourceMap: compiled.map ?? sourceMap };
  return insertLine(es5, await linkPolyfills(findPolyfills(es5.code)));
}

/**
 * Rhino names the line of the last throw. The bundler's helper catches what a module throws and throws it again, in order
 * to load the module again at the next import, which scripts do not need.
 */
function keepPositions(code: string): string {
  return code.replace('  } catch (e) {\n    throw mod = 0, e;\n  }', '  } finally {\n\n  }');
}

/** The WebAssembly of SWC is older than the native one, with an error in this helper. Both must return the same code. */
function unifyHelpers(code: string): string {
  return code.replace(
    'if (n === "Map" || n === "Set") return Array.from(n);',
    'if (n === "Map" || n === "Set") return Array.from(o);',
  );
}

/** Inserts a line of code after the directives, such as `"ui";`, which must stay first. */
function insertLine({ code, sourceMap }: MappedCode, line: string): MappedCode {
  if (line === '') return { code, sourceMap };
  const [directives] = /^(?:"[^"\\\n]*";\n)*/.exec(code) ?? [''];
  const map = JSON.parse(sourceMap) as { mappings: string };
  const lines = map.mappings.split(';');
  lines.splice(directives.split('\n').length - 1, 0, '');
  return {
    code: `${directives}${line}\n${code.slice(directives.length)}`,
    sourceMap: JSON.stringify({ ...map, mappings: lines.join(';') }),
  };
}
