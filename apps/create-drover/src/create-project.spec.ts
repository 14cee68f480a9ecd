import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProject, CreateError, TEMPLATES } from './create-project';

const templates = join(__dirname, '../templates');
const create = (folder: string, template = 'node') =>
  createProject(folder, { template, version: '3.4.5', templates });

let parent: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'create-'));
});
afterEach(() => rmSync(parent, { recursive: true }));

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(parent, ...path), 'utf8'));

describe('createProject', () => {
  it('has a folder for each template', () => {
    expect(Object.keys(TEMPLATES).sort()).toEqual(readdirSync(templates).sort());
  });

  it.each(Object.keys(TEMPLATES))('creates a project from the template %s', (template) => {
    create(join(parent, 'shop'), template);
    expect(readdirSync(join(parent, 'shop')).sort()).toEqual(
      [
        ...['.gitignore', 'README.md', 'drover.json', 'package.json', 'src', 'tests', 'tsconfig.json'],
        ...(template === 'form' ? ['form.json'] : []),
      ].sort(),
    );
    expect(readJson('shop', 'drover.json')).toMatchObject({ name: 'shop' });
    expect(readJson('shop', 'package.json')).toMatchObject({
      name: 'shop',
      devDependencies: {
        '@drover/script-testing': '^3.4.5',
        '@drover/script-types': '^3.4.5',
        drover: '^3.4.5',
      },
    });
    expect(readFileSync(join(parent, 'shop/README.md'), 'utf8')).not.toContain('{{');
  });

  it('names packages as npm requires', () => {
    create(join(parent, '_My Shop!'));
    expect(readJson('_My Shop!', 'package.json')).toMatchObject({ name: 'my-shop' });
    create(join(parent, '商店'));
    expect(readJson('商店', 'package.json')).toMatchObject({ name: 'drover-script' });
  });

  it('creates a project in an empty folder', () => {
    mkdirSync(join(parent, 'empty'));
    create(join(parent, 'empty'));
    expect(readJson('empty', 'package.json')).toMatchObject({ name: 'empty' });
  });

  it('refuses a folder with files, and changes nothing', () => {
    writeFileSync(join(parent, 'notes.txt'), '');
    expect(() => create(parent)).toThrow(
      new CreateError(`The folder ${parent} is not empty. Choose another name.`),
    );
    expect(readdirSync(parent)).toEqual(['notes.txt']);
  });

  it.each(['none', '../node', 'constructor'])('refuses the template %s', (template) => {
    expect(() => create(join(parent, 'shop'), template)).toThrow(
      `There is no template "${template}". Choose one of these: node, phone, form.`,
    );
    expect(readdirSync(parent)).toEqual([]);
  });
});
