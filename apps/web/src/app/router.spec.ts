import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { areas } from '../texts/areas';

const read = (file: string) => readFileSync(file, 'utf8');
const all = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, found]) => found);

/** A file of the console with all that it imports, at once or later. */
function partsOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const path of all(/(?:from |import\()'(\.[^']+)'/g, read(file))) {
    const part = ['.tsx', '.ts'].map((suffix) => join(file, '..', path + suffix)).find(existsSync);
    if (part && !part.includes('/texts/')) partsOf(part, seen);
  }
  return seen;
}

/** The areas of the texts that a page shows, without those that its parts fetch themselves. */
function spokenIn(page: string): string[] {
  const sources = [...partsOf(join(__dirname, `${page}.tsx`))].map(read);
  const fetched = sources.flatMap((source) => all(/openArea\('(\w+)'\)/g, source));
  const spoken = sources.flatMap((source) => all(/['`](\w+)\.[\w$]/g, source));
  return [...new Set(spoken)].filter((area) => area in areas && !fetched.includes(area)).sort();
}

const routes = ['router.ts', 'settings-routes.ts'].flatMap((file) =>
  [...read(join(__dirname, file)).matchAll(/import\('([^']+)'\),\s*'\w+'((?:,\s*'\w+')*)/g)].map(
    ([, page, names]) => ({ page, named: all(/'(\w+)'/g, names) }),
  ),
);
/** They stand in a layout that has brought these. */
const inSettings = routes.find(({ page }) => page.endsWith('settings-layout'))?.named ?? [];

it.each(routes)('$page brings the texts that it shows', ({ page, named }) => {
  expect(spokenIn(page).filter((area) => named.includes(area) || !inSettings.includes(area))).toEqual(
    [...named].sort(),
  );
});
