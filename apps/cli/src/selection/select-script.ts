import type { Devscript, Drover, Script } from '@drover/sdk';
import { existsSync } from 'node:fs';
import { CliError } from '../errors/cli-error';
import { isId, orUndefined } from './select-record';

/** A development script or a published script. */
export type Runnable = { kind: 'devscript'; script: Devscript } | { kind: 'script'; script: Script };

/** Finds a script by ID, name or slug. The prefixes `devscript:` and `script:` limit the search to one kind. */
export async function selectScript(drover: Drover, reference: string): Promise<Runnable> {
  const { text } = parseReference(reference);
  const found = await findRunnables(drover, reference);
  if (found.length === 1) return found[0];
  if (found.length === 0)
    throw new CliError('rejected', `There is no script '${text}'.`, [notFoundHint(text)]);
  throw new CliError(
    'rejected',
    `'${text}' matches ${found.length} scripts. Use one of:`,
    found.map(describeRunnable),
  );
}

/** Finds the scripts that a reference may mean: none, one or several. */
export async function findRunnables(drover: Drover, reference: string): Promise<Runnable[]> {
  const { kind, text } = parseReference(reference);
  return [
    ...(kind === 'script' ? [] : await findDevscripts(drover, text)),
    ...(kind === 'devscript' ? [] : await findScripts(drover, text)),
  ];
}

function parseReference(reference: string): { kind?: string; text: string } {
  const [, kind, text = ''] = /^(?:(devscript|script):)?(.*)$/s.exec(reference) ?? [];
  return { kind, text };
}

/** Finds a development script by ID or name. */
export async function selectDevscript(drover: Drover, reference: string): Promise<Devscript> {
  const found = await selectScript(drover, `devscript:${reference.replace(/^devscript:/, '')}`);
  return found.script as Devscript;
}

async function findDevscripts(drover: Drover, text: string): Promise<Runnable[]> {
  const found = isId(text)
    ? [await orUndefined(drover.devscripts.get(text))]
    : (await drover.devscripts.list({ name: text })).items.filter(({ name }) => name === text);
  return found.filter((script) => script !== undefined).map((script) => ({ kind: 'devscript', script }));
}

async function findScripts(drover: Drover, text: string): Promise<Runnable[]> {
  const found = isId(text)
    ? [await orUndefined(drover.scripts.get(text))]
    : await searchScripts(drover, text);
  return found.filter((script) => script !== undefined).map((script) => ({ kind: 'script', script }));
}

async function searchScripts(drover: Drover, text: string): Promise<Script[]> {
  const bySlug = await drover.scripts.list({ slug: text });
  if (bySlug.count > 0) return bySlug.items;
  return (await drover.scripts.list({ name: text })).items.filter(({ name }) => name === text);
}

/** Describes a script by a reference that means no other one. */
export function describeRunnable({ kind, script }: Runnable): string {
  if (kind === 'script') return `script:${script.slug}  published, version ${script.version}`;
  return `devscript:${script._id}  in development`;
}

function notFoundHint(text: string): string {
  if (existsSync(text)) return `To run a file: drover exec -f ${text}, or drover dev ${text}`;
  return 'List them: drover scripts';
}
