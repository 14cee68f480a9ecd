import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, generateDocuments } from './documents';

/** Writes the generated documents. With --check it only reports the files that are out of date. */
async function main(isCheck: boolean): Promise<void> {
  for (const [path, text] of Object.entries(await generateDocuments())) {
    const file = join(root, path);
    const before = await readFile(file, 'utf8').catch(() => '');
    if (before === text) continue;
    if (!isCheck) await writeFile(file, text);
    console.log(isCheck ? `${path} is out of date. Run: npm run docs` : `Wrote ${path}`);
    if (isCheck) process.exitCode = 1;
  }
}

void main(process.argv.includes('--check'));
