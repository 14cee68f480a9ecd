import { pino } from 'pino';
import supertest from 'supertest';
import { newSecret } from '../../auth/credentials';
import { startServer } from '../../server';
import { readSettings } from '../../context/settings';
import { workerDatabaseUrl } from '../../testing/database';
import { callAs, startTestServer } from '../../testing/test-server';

describe('log of /v1/message/send', () => {
  it('contains no token, however it was sent', async () => {
    const lines: string[] = [];
    const environment = { DATABASE_URL: workerDatabaseUrl(), PORT: '0' };
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const [server, helper] = [await startServer(readSettings(environment), log), await startTestServer()];
    try {
      const { token } = await helper.createAccount();
      const path = '/v1/message/send';
      const escaped = token.replace('_', '%5F');
      const open = supertest(server.url);
      await open.get(path).query({ token, text: 'a' }).expect(204);
      await open.get(`${path}?text=a&token=${escaped}`).expect(204);
      await open.get(`${path}?text=a&%74oken=${escaped}`).expect(204);
      await open.get(`/api${path}?text=a&Token=${token}`).expect(401);
      await open.post(path).send({ token, text: 'a' }).expect(204);
      await open.post(path).type('form').send({ token }).expect(422);
      await open.post(path).type('json').send(`{"token":"${token}"`).expect(400);
      await open.post(path).field('token', token).field('text', token).expect(204);
      await open.get(`${path}/${token}?token=${newSecret('hmp')}`).expect(404);
      await callAs(server.url, token).get(path).query({ text: 'a' }).expect(204);
      await server.close();
      const requests = lines.filter((line) => line.includes('"url"'));
      expect(requests).toHaveLength(10);
      expect(requests[0]).toContain('token=hidden');
      for (const line of lines) expect(line).not.toMatch(/[0-9a-f]{64}/);
    } finally {
      await server.close();
      await helper.close();
    }
  });
});
