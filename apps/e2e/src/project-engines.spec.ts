import type { Device, Run } from '@drover/sdk';
import { eventually, Installation } from '@drover/test-installation';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandLine } from './testing/command-line';
import { startComputerAndPhone } from './testing/phone/computer-and-phone';
import type { Phone } from './testing/phone/phone';
import { describeOnRhino } from './testing/phone/rhino';

let installation: Installation;
let drover: CommandLine;
let phone: Phone;
let devices: Device[];

beforeAll(async () => {
  installation = await Installation.start();
  drover = await CommandLine.open(installation);
  ({ phone, devices } = await startComputerAndPhone(installation));
});
afterAll(async () => {
  await phone?.kill();
  await installation?.close();
});

async function push(files: Record<string, string>) {
  for (const [path, text] of Object.entries({ ...settings, ...files })) {
    await mkdir(dirname(join(drover.folder, path)), { recursive: true });
    await writeFile(join(drover.folder, path), text);
  }
  return drover.run(['push']);
}

/** Runs the project on the computer and on the phone. */
async function runOnBoth(): Promise<{ computer: Run; phone: Run }> {
  const { items: scripts } = await installation.drover.devscripts.list({ name: 'both' });
  const { jobId } = await installation.drover.devscripts.run(scripts[0]._id, { devices });
  const { items } = await eventually(
    () => installation.drover.runs.list({ jobId }),
    (list) => list.count === 2 && list.items.every(({ finishedAt }) => finishedAt !== null),
  );
  const isComputer = ({ deviceName }: Run) => deviceName === 'computer';
  return { computer: items.find(isComputer) as Run, phone: items.find((run) => !isComputer(run)) as Run };
}

const settings = {
  'drover.json': '{ "name": "both", "entry": "src/main.ts", "engines": ["node", "phone"] }',
  'package.json':
    '{ "imports": { "#engine": { "phone": "./src/engine.phone.ts", "default": "./src/engine.node.ts" } } }',
  'src/engine.node.ts': "import { sep } from 'node:path';\nexport const engine = sep === '' ? '' : 'node';\n",
  'src/engine.phone.ts': "export const engine = 'phone';\n",
};

const modern = `import { engine } from '#engine';

class Stock {
  #items = new Map<string, number>();
  add(name: string, count = 1) {
    this.#items.set(name, (this.#items.get(name) ?? 0) + count);
  }
  *names() {
    for (const [name] of this.#items) yield name;
  }
}
const stock = new Stock();
['pear', 'fig', 'pear'].forEach((name) => stock.add(name));
console.log([...stock.names()].join());
console.log([...new Set([1, 1, 2])].join(), Array.from({ length: 2 }, (_, index) => index).join());
console.log('abc'.includes('b'), '7'.padStart(3, '0'), 'a-b'.replaceAll('-', '+'), [1, 2].includes(2));
console.log(JSON.stringify(Object.assign({}, { a: 1 }, Object.fromEntries([['b', 2]]))));
console.log([3, [1, [2]]].flat(Infinity).join(), [1, 2, 3].at(-1), Object.entries({ x: 1 }).join());
console.log(new URL('https://example.org/a?b=c').searchParams.get('b'));
const wait = (value: string) => new Promise<string>((done) => setTimeout(() => done(value), 5));
async function main() {
  const values = await Promise.all([wait('one'), wait('two')]);
  console.log(values.join());
  try {
    await Promise.reject(new Error('rejected'));
  } catch (error) {
    console.log((error as Error).message);
  }
  drover.result({ engine });
}
declare const drover: { result(value: unknown): void };
void main();
`;

describeOnRhino('a project for computers and phones', () => {
  it('logs the same on Node and on Rhino', async () => {
    expect(await push({ 'src/main.ts': modern })).toMatchObject({ code: 0, err: '' });
    const runs = await runOnBoth();
    const log = [
      ...['pear,fig', '1,2 0,1', 'true 007 a+b true', '{"a":1,"b":2}', '3,1,2 3 x,1', 'c'],
      ...['one,two', 'rejected'],
    ];
    expect(await installation.readLog(runs.phone)).toEqual(log);
    expect(await installation.readLog(runs.computer)).toEqual(log);
    expect([runs.phone.state, runs.computer.state]).toEqual(['succeeded', 'succeeded']);
    const results = [runs.phone, runs.computer].map(({ _id }) => installation.drover.runs.getResult(_id));
    expect((await Promise.all(results)).map(({ value }) => value)).toEqual([
      { engine: 'phone' },
      { engine: 'node' },
    ]);
  });

  it('runs modern code on Node, and exports its result', async () => {
    const main =
      "const isModern = !('prototype' in (() => 1));\nexport const result = { isModern };\nconsole.log(new Map([[1, 2]]).size);\n";
    expect(await push({ 'src/main.ts': main })).toMatchObject({ code: 0 });
    const runs = await runOnBoth();
    const { value } = await installation.drover.runs.getResult(runs.computer._id);
    expect(value).toEqual({ isModern: true });
    expect(runs.phone).toMatchObject({ state: 'succeeded', hasResult: false });
    expect(await installation.readLog(runs.phone)).toEqual(['1']);
  });

  it('fails on Node for a rejection that nothing handles, and logs it on Rhino', async () => {
    expect(await push({ 'src/main.ts': "void Promise.reject(new Error('lost'));\n" })).toMatchObject({
      code: 0,
    });
    const runs = await runOnBoth();
    expect(runs.computer).toMatchObject({ state: 'failed', reason: expect.stringContaining('lost') });
    expect(runs.phone.state).toBe('succeeded');
    expect(await installation.readLog(runs.phone)).toEqual([expect.stringMatching(/rejection.*lost/)]);
  });

  it('shows the lines of the source on both engines', async () => {
    const main = `import { find } from './find';

console.log(new Set(['a']).size);
find(new Map());
`;
    const find = `export function find(names: Map<string, string>): string {
  const name = names.get('Ada') as string;
  console.log([name].includes('x'));
  return name.trim();
}
`;
    expect(await push({ 'src/main.ts': main, 'src/find.ts': find })).toMatchObject({ code: 0 });
    const runs = await runOnBoth();
    expect(runs.computer.reason).toMatch(/^TypeError: .* \(src\/find\.ts:4:\d+\)$/);
    expect(runs.phone.reason).toMatch(/^TypeError: .* \(src\/find\.ts:4\)$/);
  });

  it('names an import of a module that only Node has, and uploads nothing', async () => {
    const main = "import { readFileSync } from 'node:fs';\nconsole.log(readFileSync);\n";
    expect(await push({ 'src/main.ts': main })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/Phones have no modules of Node, such as "node:fs"[^]*src\/main\.ts:1:/),
    });
  });
});
