import { createMember } from '../../testing/test-members';
import { hashPassword } from '../../auth/passwords';
import { startTestServer, type TestServer } from '../../testing/test-server';
import { TestSmtp } from '../../testing/test-smtp';

let smtp: TestSmtp;
let server: TestServer;

beforeAll(async () => {
  smtp = await TestSmtp.open();
  server = await startTestServer(smtp.settings);
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

const [password, next] = ['correct horse', 'battery staple'];

it('tells people of new browsers, passwords and second factors, in the language of their console', async () => {
  const person = await createMember(server, await server.createAccount(), 'operator');
  const { prisma } = server.context;
  const where = { id: person.personId };
  await prisma.person.update({ where, data: { passwordHash: await hashPassword(password) } });
  await prisma.accessToken.deleteMany({ where: { personId: person.personId, kind: 'session' } });
  const signIn = (userAgent: string) =>
    server
      .request()
      .post('/v1/sessions')
      .set({ 'User-Agent': userAgent, 'Accept-Language': 'zh-CN,en;q=0.5' })
      .send({ email: person.email, password })
      .expect(201);
  // The first session, and one more in the same browser, are no news.
  await signIn('Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0');
  await signIn('Mozilla/5.0 (X11; Linux x86_64) Firefox/141.0');
  await signIn('Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0 Safari/537.36');
  const [notice] = await smtp.mailsTo(person.email);
  expect(notice.text).toContain('浏览器：Chrome, Windows\n地址：127.0.0.1');

  await person.as.put('/v1/account').send({ password: next, currentPassword: password }).expect(204);
  const [, changed] = await smtp.mailsTo(person.email, 2);
  expect(changed.text).toContain('的密码已修改');
  await person.as.delete('/v1/second-factor').send({ currentPassword: next }).expect(204);
  const [, , factor] = await smtp.mailsTo(person.email, 3);
  expect(factor.text).toContain('的两步登录已更改');
});
