import { LIMITS } from '@drover/contract';
import { createHash } from 'node:crypto';
import { approve, createDevscript, upload } from '../../testing/test-devscript';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let reviewer: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
  reviewer = await server.createAccount({ isReviewer: true });
});
afterAll(() => server.close());

async function stateOf(devscriptId: string) {
  const { body } = await owner.as.get(`/v1/devscripts/${devscriptId}`).expect(200);
  return { state: body.reviewState, note: body.reviewNote };
}

const submit = (devscriptId: string) => owner.as.post(`/v1/devscripts/${devscriptId}/review`);
const decide = (devscriptId: string, decision: string, more: string | object = {}) =>
  reviewer.as
    .put(`/v1/reviews/${devscriptId}`)
    .send({ decision, ...(typeof more === 'string' ? { note: more } : more) });
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('the published version of a devscript in review', () => {
  it('is readable for reviewers, and only while the devscript is in review', async () => {
    const { _id } = await createDevscript(owner);
    await upload(owner, _id, { code: 'published()' });
    await approve(server, owner, _id);
    await owner.as.post(`/v1/devscripts/${_id}/publish`).expect(201);
    await upload(owner, _id, { code: 'next()' });
    const read = (code: string) =>
      reviewer.as
        .get(`/v1/reviews/${_id}/files/code`)
        .query({ sha256: sha256(code) })
        .buffer(true);
    expect((await read('published()')).status).toBe(404);
    await submit(_id).expect(201);
    const { body } = await reviewer.as.get('/v1/reviews').expect(200);
    const published = { version: '1.0.0', codeSha256: sha256('published()'), configSha256: null };
    expect(body.items[0]).toMatchObject({ devscriptId: _id, codeSha256: sha256('next()'), published });
    expect((await read('published()')).text).toBe('published()');
    expect((await read('next()')).text).toBe('next()');
    expect((await read('another()')).status).toBe(404);
  });
});

describe('POST /v1/devscripts/:devscriptId/review', () => {
  it('submits a draft', async () => {
    const { _id } = await createDevscript(owner);
    const { body } = await submit(_id).expect(201);
    expect(body).toMatchObject({ _id, reviewState: 'in_review', reviewNote: null });
  });

  it('submits a rejected devscript again, and removes the note', async () => {
    const { _id } = await createDevscript(owner);
    await submit(_id).expect(201);
    await decide(_id, 'reject', 'Says nothing of what it does.').expect(204);
    expect(await stateOf(_id)).toEqual({ state: 'rejected', note: 'Says nothing of what it does.' });
    await submit(_id).expect(201);
    expect(await stateOf(_id)).toEqual({ state: 'in_review', note: null });
  });

  it('returns 409 for a devscript without code', async () => {
    const { body } = await owner.as.post('/v1/devscripts').expect(201);
    const { body: error } = await submit(body._id).expect(409);
    expect(error).toMatchObject({ code: 1105, message: expect.stringContaining('code') });
  });

  it('returns 409 for a devscript that is in review or approved', async () => {
    const { _id } = await createDevscript(owner);
    await submit(_id).expect(201);
    await submit(_id).expect(409);
    await decide(_id, 'approve').expect(204);
    await submit(_id).expect(409);
    expect((await stateOf(_id)).state).toBe('approved');
  });

  it('returns 404 for a devscript of another account, also for reviewers', async () => {
    const { _id } = await createDevscript(owner);
    await reviewer.as.post(`/v1/devscripts/${_id}/review`).expect(404);
    expect((await stateOf(_id)).state).toBe('draft');
  });

  it('approves at once with DROVER_REVIEW=auto', async () => {
    const automatic = await startTestServer({ DROVER_REVIEW: 'auto' });
    try {
      const account = await automatic.createAccount();
      const { _id } = await createDevscript(account);
      const { body } = await account.as.post(`/v1/devscripts/${_id}/review`).expect(201);
      expect(body.reviewState).toBe('approved');
    } finally {
      await automatic.close();
    }
  });
});

describe('DELETE /v1/devscripts/:devscriptId/review', () => {
  const withdraw = (account: TestAccount, devscriptId: string) =>
    account.as.delete(`/v1/devscripts/${devscriptId}/review`);

  it('turns the devscript into a draft, also when repeated', async () => {
    const { _id } = await createDevscript(owner);
    await submit(_id).expect(201);
    await withdraw(owner, _id).expect(204, '');
    await withdraw(owner, _id).expect(204);
    expect((await stateOf(_id)).state).toBe('draft');
    await decide(_id, 'approve').expect(409);
  });

  it('returns 409 after the decision', async () => {
    const { _id } = await createDevscript(owner);
    await approve(server, owner, _id);
    await withdraw(owner, _id).expect(409);
    expect((await stateOf(_id)).state).toBe('approved');
  });

  it('returns 404 for a devscript of another account', async () => {
    const { _id } = await createDevscript(owner);
    await submit(_id).expect(201);
    await withdraw(reviewer, _id).expect(404);
    expect((await stateOf(_id)).state).toBe('in_review');
  });
});

describe('GET /v1/reviews', () => {
  it('lists only devscripts in review, of all accounts', async () => {
    const config = [{ name: 'greeting' }];
    const content = { name: '等待', description: 'Waits.', code: 'log("等")', config };
    const submitted = await createDevscript(owner, content);
    const draft = await createDevscript(owner);
    await submit(submitted._id).expect(201);
    const { body } = await reviewer.as.get('/v1/reviews').expect(200);
    expect(body.items).toContainEqual({
      devscriptId: submitted._id,
      name: '等待',
      description: 'Waits.',
      ownerName: 'Test',
      submittedAt: expect.stringMatching(/Z$/),
      codeSha256: sha256('log("等")'),
      configSha256: sha256(JSON.stringify(config)),
      published: null,
    });
    expect(body.items).not.toContainEqual(expect.objectContaining({ devscriptId: draft._id }));
    expect(body.count).toBe(body.items.length);
  });

  it('returns pages', async () => {
    for (const { _id } of [await createDevscript(owner), await createDevscript(owner)]) await submit(_id);
    const { body: first } = await reviewer.as.get('/v1/reviews?limit=1').expect(200);
    const { body: second } = await reviewer.as.get(`/v1/reviews?limit=1&cursor=${first.nextCursor}`);
    expect(first.items).toHaveLength(1);
    expect(first.count).toBe(1);
    expect(second.items[0].devscriptId < first.items[0].devscriptId).toBe(true);
  });

  it('returns 403 unless the caller is a reviewer', async () => {
    const { body } = await owner.as.get('/v1/reviews').expect(403);
    expect(body.code).toBe(1044);
  });
});

describe('GET /v1/reviews/:devscriptId/files/…', () => {
  const config = [{ name: 'greeting' }];

  it('returns the code and the configuration in review', async () => {
    const { _id } = await createDevscript(owner, { code: 'log("读我")', config });
    await submit(_id).expect(201);
    const code = await reviewer.as.get(`/v1/reviews/${_id}/files/code`).buffer(true).expect(200);
    expect(code.text ?? code.body.toString()).toBe('log("读我")');
    expect((await reviewer.as.get(`/v1/reviews/${_id}/files/config`).expect(200)).body).toEqual(config);
  });

  it('returns 404 if the hash of the file differs', async () => {
    const { _id } = await createDevscript(owner, { code: 'log(1)' });
    await submit(_id).expect(201);
    const read = (text: string) => reviewer.as.get(`/v1/reviews/${_id}/files/code?sha256=${sha256(text)}`);
    await read('log(1)').expect(200);
    await read('log(2)').expect(404);
    await reviewer.as.get(`/v1/reviews/${_id}/files/code?sha256=1`).expect(422);
  });

  it.each(['code', 'config'])(
    'returns 404 for the %s of a draft, and 403 unless the caller is a reviewer',
    async (kind) => {
      const { _id } = await createDevscript(owner, { config });
      await reviewer.as.get(`/v1/reviews/${_id}/files/${kind}`).expect(404);
      await submit(_id).expect(201);
      await owner.as.get(`/v1/reviews/${_id}/files/${kind}`).expect(403);
    },
  );
});

describe('GET /v1/reviews/:devscriptId/project', () => {
  const uploadProject = (devscriptId: string, text: string) =>
    owner.as
      .put(`/v1/devscripts/${devscriptId}/project`)
      .send({ files: [{ path: 'main.ts', text }], code: text })
      .expect(204);
  const read = (devscriptId: string, query: object = {}) =>
    reviewer.as.get(`/v1/reviews/${devscriptId}/project`).query(query);
  const files = (text: string) => ({ files: [{ path: 'main.ts', text }] });

  it('returns the source files in review, and those of the published version by the hash of its code', async () => {
    const { _id } = await createDevscript(owner);
    await uploadProject(_id, 'first();');
    await approve(server, owner, _id);
    await owner.as.post(`/v1/devscripts/${_id}/publish`).expect(201);
    await uploadProject(_id, 'second();');
    await read(_id).expect(404);
    await submit(_id).expect(201);
    expect((await read(_id).expect(200)).body).toEqual(files('second();'));

    const { body } = await reviewer.as.get('/v1/reviews').expect(200);
    const review = body.items.find(({ devscriptId }: { devscriptId: string }) => devscriptId === _id);
    const { body: present } = await read(_id, { sha256: review.codeSha256 }).expect(200);
    expect(present).toEqual(files('second();'));
    const { body: before } = await read(_id, { sha256: review.published.codeSha256 }).expect(200);
    expect(before).toEqual(files('first();'));
    await read(_id, { sha256: sha256('another') }).expect(404);
    await read(_id, { sha256: 'x' }).expect(422);
  });

  it('is not found for plain code and for drafts, and forbidden for others', async () => {
    const { _id } = await createDevscript(owner);
    await uploadProject(_id, 'draft();');
    await read(_id).expect(404);
    await upload(owner, _id, { code: 'plain()' });
    await submit(_id).expect(201);
    await read(_id).expect(404);
    await owner.as.get(`/v1/reviews/${_id}/project`).expect(403);
  });
});

describe('PUT /v1/reviews/:devscriptId', () => {
  it("approves a reviewer's own devscript", async () => {
    const { _id } = await createDevscript(reviewer);
    await reviewer.as.post(`/v1/devscripts/${_id}/review`).expect(201);
    await decide(_id, 'approve', 'Fine.').expect(204, '');
    const { body } = await reviewer.as.get(`/v1/devscripts/${_id}`);
    expect(body).toMatchObject({ reviewState: 'approved', reviewNote: 'Fine.' });
  });

  it('returns 409 for a second decision and for a draft', async () => {
    const { _id } = await createDevscript(owner);
    await decide(_id, 'approve').expect(409);
    await submit(_id).expect(201);
    const answers = await Promise.all([decide(_id, 'approve'), decide(_id, 'approve')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  it('returns 409 if the devscript changed since it was submitted', async () => {
    const { _id } = await createDevscript(owner);
    await submit(_id).expect(201);
    await upload(owner, _id, { code: 'log(2)' });
    await decide(_id, 'approve').expect(409);
    expect((await stateOf(_id)).state).toBe('draft');
  });

  it('decides only if the hashes match the files in review', async () => {
    const { _id } = await createDevscript(owner, { code: 'log(1)' });
    await submit(_id).expect(201);
    const read = { codeSha256: sha256('log(1)'), configSha256: null };
    await upload(owner, _id, { code: 'log("evil")' });
    await submit(_id).expect(201);
    const { body } = await decide(_id, 'approve', read).expect(409);
    expect(body).toMatchObject({ code: 1105, message: expect.stringContaining('Other files') });
    expect((await stateOf(_id)).state).toBe('in_review');
    await decide(_id, 'approve', { ...read, codeSha256: sha256('log("evil")') }).expect(204);
  });

  it.each([
    ['another configuration', [{ name: 'b' }], [{ name: 'a' }]],
    ['no configuration', [{ name: 'b' }], null],
  ])('returns 409 if the reviewer read %s', async (_case, config, read) => {
    const { _id } = await createDevscript(owner, { config });
    await submit(_id).expect(201);
    const hashOf = (items: object[] | null) => items && sha256(JSON.stringify(items));
    await decide(_id, 'approve', { configSha256: hashOf(read) }).expect(409);
    await decide(_id, 'approve', { configSha256: hashOf(config) }).expect(204);
  });

  it('returns 422 for an invalid hash', async () => {
    const { _id } = await createDevscript(owner);
    await submit(_id).expect(201);
    await decide(_id, 'approve', { codeSha256: 'abc' }).expect(422);
  });

  it('limits the length of the note', async () => {
    const { _id } = await createDevscript(owner);
    await submit(_id).expect(201);
    const longest = '评'.repeat(LIMITS.reviewNoteChars);
    await decide(_id, 'reject', `${longest}!`).expect(422);
    await decide(_id, 'reject', longest).expect(204);
    expect((await stateOf(_id)).note).toBe(longest);
  });

  it('refuses unknown decisions, unknown devscripts and callers who are not reviewers', async () => {
    const { _id } = await createDevscript(owner);
    await submit(_id).expect(201);
    await decide(_id, 'maybe').expect(422);
    await decide('0'.repeat(24), 'approve').expect(404);
    await owner.as.put(`/v1/reviews/${_id}`).send({ decision: 'approve' }).expect(403);
    expect((await stateOf(_id)).state).toBe('in_review');
  });
});
