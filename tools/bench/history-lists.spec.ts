import { routes } from '@drover/contract/routes';
import { z } from 'zod';
import { boundedLists, historyLists } from './history-lists';

/** `GET /v1/jobs/:jobId/failures` and `GET /v1/jobs/{id}/failures?limit=20` are the same route. */
function templateOf(name: string): string {
  return name.replace(/[?,].*/, '').replaceAll(/:\w+/g, '{id}');
}

const lists = routes
  .filter(({ route: { method, responses } }) => {
    const body = (responses as Record<number, unknown>)[200];
    return method === 'GET' && body instanceof z.ZodObject && 'items' in body.shape;
  })
  .map(({ title }) => title);
const measured = new Set(Object.keys(historyLists).map(templateOf));

describe('the lists of the contract', () => {
  it.each(lists)('are measured or have a bound: %s', (title) => {
    expect([measured.has(templateOf(title)), Object.hasOwn(boundedLists, title)]).toContain(true);
  });

  it('are all that is said to have a bound', () => {
    expect(lists).toEqual(expect.arrayContaining(Object.keys(boundedLists)));
  });

  it('contain no list that is measured and has a bound', () => {
    expect(Object.keys(boundedLists).filter((title) => measured.has(templateOf(title)))).toEqual([]);
  });
});
