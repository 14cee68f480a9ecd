/** Fails where a page of the repository links to a file or heading that is not there. */
const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

const root = join(__dirname, '../..');
const pages = ['.', 'apps', 'docs', 'libs'].flatMap((folder) =>
  readdirSync(join(root, folder), { encoding: 'utf8', recursive: folder !== '.' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);

/** Targets of links and pictures, written in place, by reference, or as an attribute. */
const target = /\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$|(?:src|srcset|href)="([^"]+)"/gm;

/** @param {string} page */
function withoutCode(page) {
  return readFileSync(join(root, page), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
}

/** The headings of a page, as addresses name them. @param {string} page */
function anchorsOf(page) {
  const headings = withoutCode(page).matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, text]) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** @param {string} page @param {string} link */
function isBroken(page, link) {
  if (/^[a-z]+:/.test(link)) return false;
  const [path, anchor] = link.split('#');
  const file = path ? join(dirname(page), path) : page;
  if (!existsSync(join(root, file))) return true;
  return anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).includes(anchor);
}

for (const page of pages) {
  for (const [, inPlace, byReference, attribute] of withoutCode(page).matchAll(target)) {
    const link = inPlace ?? byReference ?? attribute;
    if (!isBroken(page, link)) continue;
    console.error(`${page}: ${link} is not there.`);
    process.exitCode = 1;
  }
}
