import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (file: string) => readFileSync(file, 'utf8');
const all = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, match]) => match);
const names = (list: string) => all(/'([\w-]+)'/g, list);

/** A file with all that it imports, statically or dynamically. */
function importsOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const path of all(/(?:from |import\()'(\.[^']+)'/g, read(file))) {
    const imported = ['.tsx', '.ts'].map((suffix) => join(file, '..', path + suffix)).find(existsSync);
    if (imported && !imported.includes('/texts/')) importsOf(imported, seen);
  }
  return seen;
}

/** The namespaces that a page and its parts use, without those of the start bundle and those that parts load themselves. */
function namespacesOf(page: string): string[] {
  const sources = [...importsOf(join(__dirname, `${page}.tsx`))].map(read);
  const find = (call: string) =>
    sources.flatMap((source) => all(new RegExp(`${call}\\(([^)]*)\\)`, 'g'), source)).flatMap(names);
  const parts = sources.flatMap((source) => all(/lazyPart\(([\s\S]*?)\);/g, source)).flatMap(names);
  const loaded = [...startNamespaces, ...find('loadTexts'), ...parts];
  return [...new Set(find('useTranslation'))].filter((name) => !loaded.includes(name)).sort();
}

const texts = join(__dirname, '../texts');
const startNamespaces = all(/from '\.\/en\/([\w-]+)'/g, read(join(texts, 'i18n.ts')));

const routes = [
  'router.ts',
  'approval-routes.ts',
  'open-routes.ts',
  'review-routes.ts',
  'settings-routes.ts',
].flatMap((file) =>
  [...read(join(__dirname, file)).matchAll(/import\('([^']+)'\),\s*'\w+'((?:,\s*'[\w-]+')*)/g)].map(
    ([, page, list]) => ({ page, namespaces: names(list) }),
  ),
);
/** A part of the start bundle, like its texts. */
const firstPage = { page: '../pages/home/home-page', namespaces: [] as string[] };
/** The settings layout, which is the parent of other pages, loads these. */
const inSettings = routes.find(({ page }) => page.endsWith('settings-layout'))?.namespaces ?? [];

describe('routes', () => {
  it.each([firstPage, ...routes])('$page loads the texts that it shows', ({ page, namespaces }) => {
    const needed = namespacesOf(page).filter(
      (name) => namespaces.includes(name) || !inSettings.includes(name),
    );
    expect(needed).toEqual([...namespaces].sort());
  });
});
