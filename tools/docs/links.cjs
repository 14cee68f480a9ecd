/** Fails if a Markdown page links to a missing file or heading, or if docs/delivery.md names a missing function or test. */
const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

const root = join(__dirname, '../..');
const pages = ['.', 'apps', 'docs', 'libs'].flatMap((folder) =>
  readdirSync(join(root, folder), { encoding: 'utf8', recursive: folder !== '.' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);

/** Matches the targets of links and pictures: inline, by reference, or as an HTML attribute. */
const target = /\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$|(?:src|srcset|href)="([^"]+)"/gm;

/** @param {string} page */
function withoutCode(page) {
  return readFileSync(join(root, page), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
}

/** Returns the anchors of a page's headings. @param {string} page */
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
  for (const [, inline, byReference, attribute] of withoutCode(page).matchAll(target)) {
    const link = inline ?? byReference ?? attribute;
    if (!isBroken(page, link)) continue;
    console.error(`${page}: broken link ${link}`);
    process.exitCode = 1;
  }
}

/** Returns the functions and test titles in a table cell that none of the files it links to contains. @param {string} cell */
function missingNames(cell) {
  const files = [...cell.matchAll(/\(\.\.\/(\S+\.ts)\)/g)].map(([, path]) => join(root, path));
  const text = files.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'));
  const names = [...cell.matchAll(/`([a-z]\w+)`|"([^"…]+)"/g)].map(([, name, title]) => name ?? title);
  return names.filter((name) => !text.join('\n').includes(name));
}

// The page names functions and tests as proofs of each guarantee, so a rename has to change the page as well.
for (const [row] of withoutCode('docs/delivery.md').matchAll(/^\|.+\|$/gm)) {
  const [, code = '', tests = ''] = row.split(' | ');
  for (const name of [code, tests].flatMap(missingNames)) {
    console.error(`docs/delivery.md: none of the linked files contains "${name}".`);
    process.exitCode = 1;
  }
}
