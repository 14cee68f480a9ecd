/** `main.ts <file> [--executables]` writes the bill of materials of the packages, and of the executables. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createSbom, executableArtifacts, packageArtifacts } from './sbom';

const { values, positionals } = parseArgs({
  options: { executables: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const artifacts = [...packageArtifacts, ...(values.executables ? executableArtifacts : [])];
writeFileSync(positionals[0], `${JSON.stringify(createSbom(artifacts), null, 2)}\n`);
