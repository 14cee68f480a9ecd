import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The part of a schema by which the engine chooses its connector. */
const datamodel = 'datasource db {\n  provider = "postgresql"\n}\n';

/** Exports that the types of the package lack. */
interface WasmGlue {
  __wbg_set_wasm(exports: WasmExports): void;
}

interface WasmExports {
  __wbindgen_start(): void;
}

/** TypeScript declares it for browsers only. */
declare const WebAssembly: {
  instantiate(bytes: Buffer, imports: object): Promise<{ instance: { exports: WasmExports } }>;
};

/** Loads Prisma's schema engine as WebAssembly, because the binary of its command line is a separate download. */
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
