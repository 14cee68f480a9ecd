import { changes, type Change } from './changes';
import { compile, type Result } from './compile';
import { applyChange, createCopy, removeCopy } from './copy';

/** The projects that serve or call the routes of the contract. */
const projects = { server: 'apps/api', SDK: 'libs/sdk', console: 'apps/web', CLI: 'apps/cli' };
const names = Object.keys(projects) as (keyof typeof projects)[];

/** Makes all changes at once, each to a route of its own. With `DRIFT=each` it makes them one by one, in some minutes. */
const rounds =
  process.env.DRIFT === 'each'
    ? changes.map((change) => ({ title: change.kind, round: [change] }))
    : [{ title: `${changes.length} kinds of drift`, round: changes }];

const compileMs = 300_000;
const rows: string[][] = [];
let copy: string;

beforeAll(() => {
  copy = createCopy();
}, compileMs);
afterAll(() => {
  removeCopy(copy);
  process.stdout.write(['', ...rows.toSorted().map((row) => row.join(' | ')), ''].join('\n'));
});

/** The part of an error that starts with the name of the route. */
function messageAbout({ errors }: Result, { route }: Change): string | undefined {
  return new RegExp(`"${route}\\b[^"]+"`).exec(errors.join('\n'))?.[0];
}

describe('an unchanged contract', () => {
  it.each(['SDK', 'CLI'] as const)(
    'compiles in the %s',
    async (name) => {
      expect((await compile(copy, projects[name])).errors).toEqual([]);
    },
    compileMs,
  );
});

describe.each(rounds)('$title in the contract', ({ round }) => {
  const reverts: (() => void)[] = [];
  beforeAll(() => {
    for (const change of round) reverts.push(applyChange(copy, change));
  });
  afterAll(() => {
    for (const revert of reverts) revert();
  });

  it.each(names)(
    'fails to compile in the %s, by the name of the route',
    async (name) => {
      const result = await compile(copy, projects[name]);
      for (const change of round) {
        const message = messageAbout(result, change);
        expect({ change, message }).toEqual({ change, message: expect.any(String) });
        rows.push([change.kind, name, `${result.seconds.toFixed(1)} s`, message ?? '']);
      }
    },
    compileMs,
  );
});
