import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, writeDocuments } from './documents';

/** Writes what is made from the contract; with --check, says what would change and changes nothing. */
async function main(isCheck: boolean): Promise<void> {
  for (const [path, text] of Object.entries(await writeDocuments())) {
    const file = join(root, path);
    const before = await readFile(file, 'utf8').catch(() => '');
    if (before === text) continue;
    if (!isCheck) await writeFile(file, text);
    console.log(isCheck ? `${path} is out of date: npm run docs` : `Wrote ${path}`);
    if (isCheck) process.exitCode = 1;
  }
}

void main(process.argv.includes('--check'));
