import { routes } from '@drover/contract/routes';
import type { z } from 'zod';
import { describeService } from './description';
import { bodyExample, curlExample } from './examples';

const description = describeService({ url: 'https://drover.example.org', version: 'v1' });

const endpointOf = (name: string) => {
  for (const [path, methods] of Object.entries(description.paths))
    for (const [method, operation] of Object.entries(methods))
      if (operation.operationId === name) return { path, method, operation };
  throw new Error(`There is no operation ${name}.`);
};

describe('curlExample', () => {
  it('fills in the path and sends a JSON body', () => {
    expect(curlExample(description, endpointOf('jobs.rerun'))).toBe(
      [
        `curl -X POST 'https://drover.example.org/v1/jobs/65f1c0ffee65f1c0ffee65f1/rerun' \\`,
        '  -H "Authorization: token $DROVER_TOKEN" \\',
        `  --json '{"which":"failed"}'`,
      ].join('\n'),
    );
  });

  it('sends no token to public operations', () => {
    expect(curlExample(description, endpointOf('installation.get'))).toBe(
      `curl 'https://drover.example.org/v1/installation'`,
    );
  });
});

describe('bodyExample', () => {
  it('is accepted by every operation', () => {
    const refused = routes.flatMap(({ name, route }) => {
      const schema = endpointOf(name).operation.requestBody?.content['application/json']?.schema;
      if (!schema || !('body' in route)) return [];
      const result = (route.body as z.ZodType).safeParse(bodyExample(description, schema));
      return result.success ? [] : [`${name}: ${result.error.message}`];
    });
    expect(refused).toEqual([]);
  });
});
