import { BUDGET, type Bound, type BudgetName } from '@drover/contract/budget';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestServer, type TestServer } from '../testing/test-server';
import { stateOf } from './account-state';
import { budgetExercises, budgetSpecs } from './budget-exercises';
import { call, type Answer, type Call } from './call';
import type { Exercise, Scene } from './limit-requests';
import { createRecords } from './records';

let server: TestServer;
let scene: Scene;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const send = (request: Call): Promise<Answer> => call(server.url, { token: scene.owner.token, ...request });

const table = Object.entries(budgetExercises as Record<string, Exercise[]>).flatMap(([name, ways]) =>
  ways.map((exercise, way) => ({ name, way: way + 1, exercise, bound: BUDGET[name as BudgetName] as Bound })),
);

describe.each(table)('the bound $name, way $way', ({ exercise, bound }) => {
  // Both tests share the records: the first request is refused, so it changes nothing.
  beforeAll(async () => {
    const owner = await server.createAccount();
    scene = { server, owner, records: await createRecords(server, owner) };
  });

  it(`refuses ${bound.max + 1} as the table says, and changes nothing`, async () => {
    const before = await stateOf(server.context, scene.owner.accountId);
    const { status, body } = await send(exercise.request(scene, bound.max + 1));
    expect({ status }).toEqual(bound.atBound);
    expect((body as { message: string }).message).toMatch(/\.$/);
    expect(await stateOf(server.context, scene.owner.accountId)).toEqual(before);
  });

  it(`accepts ${bound.max}`, async () => {
    expect((await send(exercise.request(scene, bound.max))).status).toBeLessThan(300);
  });
});

describe('the budget', () => {
  it.each(Object.entries(budgetSpecs))('has a spec for %s that uses its number', (name, path) => {
    const spec = readFileSync(join(__dirname, '..', path), 'utf8');
    expect(spec.includes(`BUDGET.${name}`)).toBe(true);
  });
});
