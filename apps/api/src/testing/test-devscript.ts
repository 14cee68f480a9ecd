import type { Devscript, Script, SetPricing } from '@drover/contract';
import type { TestAccount, TestServer } from './test-server';

interface Content {
  name: string;
  description: string;
  code: string;
  config: unknown[];
  schema: object;
}

/** Creates a devscript with code. */
export async function createDevscript(
  owner: TestAccount,
  { code = 'log(1)', config, schema, ...fields }: Partial<Content> = {},
): Promise<Devscript> {
  const answer = await owner.as.post('/v1/devscripts').send(fields).expect(201);
  const devscript = answer.body as Devscript;
  await upload(owner, devscript._id, { code, config, schema });
  return devscript;
}

/** Uploads some of the files. The devscript becomes a draft. */
export async function upload(
  owner: TestAccount,
  devscriptId: string,
  { code, config, schema }: Partial<Pick<Content, 'code' | 'config' | 'schema'>>,
): Promise<void> {
  const request = owner.as.put(`/v1/devscripts/${devscriptId}/files`);
  if (code !== undefined) {
    request.attach('data', Buffer.from(code), {
      filename: 'main.js',
      contentType: 'application/javascript',
    });
  }
  if (config !== undefined) {
    request.attach('data', Buffer.from(JSON.stringify(config)), {
      filename: 'config.json',
      contentType: 'application/json',
    });
  }
  if (schema !== undefined) {
    request.attach('data', Buffer.from(JSON.stringify(schema)), {
      filename: 'result.schema.json',
      contentType: 'application/schema+json',
    });
  }
  await request.expect(204);
}

/** Submits a devscript, and approves it as a reviewer. */
export async function approve(server: TestServer, owner: TestAccount, devscriptId: string): Promise<void> {
  await owner.as.post(`/v1/devscripts/${devscriptId}/review`).expect(201);
  const reviewer = await server.createAccount({ isReviewer: true });
  await reviewer.as.put(`/v1/reviews/${devscriptId}`).send({ decision: 'approve' }).expect(204);
}

/** Publishes a script, and returns it with its devscript. */
export async function publishScript(
  server: TestServer,
  owner: TestAccount,
  { pricing, ...content }: Partial<Content> & { pricing?: SetPricing } = {},
): Promise<{ devscriptId: string; script: Script }> {
  const { _id } = await createDevscript(owner, content);
  await approve(server, owner, _id);
  if (pricing) await owner.as.put(`/v1/devscripts/${_id}/pricing`).send(pricing).expect(204);
  const answer = await owner.as.post(`/v1/devscripts/${_id}/publish`).expect(201);
  return { devscriptId: _id, script: answer.body as Script };
}
