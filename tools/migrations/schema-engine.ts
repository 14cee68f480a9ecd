import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** All that the engine has to know of a schema to choose its connector. */
const datamodel = 'datasource db {\n  provider = "postgresql"\n}\n';

/** What the package's types leave out. */
interface WasmGlue {
  __wbg_set_wasm(exports: WasmExports): void;
}

interface WasmExports {
  __wbindgen_start(): void;
}

/** Declared by TypeScript for browsers alone. */
declare const WebAssembly: {
  instantiate(bytes: Buffer, imports: object): Promise<{ instance: { exports: WasmExports } }>;
};

/** Prisma's schema engine in WebAssembly: the binary of its command line would have to be downloaded. */
export async function loadSchemaEngine(
  factory: SqlMigrationAwareDriverAdapterFactory,
): Promise<SchemaEngine> {
  const engine = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const glue = engine as unknown as WasmGlue;
  const file = join(dirname(require.resolve('@prisma/schema-engine-wasm')), 'schema_engine_bg.wasm');

  const { instance } = await WebAssembly.instantiate(await readFile(file), {
    './schema_engine_bg.js': engine,
  });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();

  return engine.SchemaEngine.new(
    { datamodels: [['schema.prisma', datamodel]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(factory),
  );
}
