import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createCertificate } from '../testing/certificate';
import { createTestDatabase } from '../testing/database';
import { buildProgram } from '../testing/program';
import { TestSmtp } from '../testing/test-smtp';
import { startTestServer, type TestServer } from '../testing/test-server';

const program = buildProgram();
afterAll(program.remove);

/** Runs a command of the server's program. */
async function run(args: string[], environment: NodeJS.ProcessEnv, input = '') {
  const env = { PATH: process.env.PATH, ...environment };
  const child = spawn(process.execPath, [program.path, ...args], { env, timeout: 200_000 });
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
}

const account = { email: 'ada@example.org', password: 'correct horse' };

const createAccount = ({ request }: TestServer) => request().post('/v1/accounts').send(account).expect(201);
const signIn = ({ request }: TestServer, password: string) =>
  request().post('/v1/sessions').send({ email: account.email, password });

let folder: string;
let server: TestServer | undefined;

beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'drover-commands-'))));
afterEach(async () => {
  await server?.close();
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

describe('drover-server reset-password', () => {
  it('replaces the password and ends the sessions', async () => {
    const { url: databaseUrl, close } = await createTestDatabase();
    server = await startTestServer({ DATABASE_URL: databaseUrl });
    await createAccount(server);
    const session = await signIn(server, account.password).expect(201);
    const cookie = session.headers['set-cookie'] as unknown as string[];

    const settings = { DATABASE_URL: databaseUrl };
    const reset = await run(['reset-password', 'Ada@example.org'], settings, 'battery staple\n');

    expect(reset).toMatchObject({ code: 0, stdout: expect.stringContaining('is changed') });
    await signIn(server, account.password).expect(401);
    await signIn(server, 'battery staple').expect(201);
    await server.request().get('/v1/account').set('Cookie', cookie).expect(401);
    await server.close();
    server = undefined;
    await close();
  });

  it('prints a link instead, with which the person sets a password once', async () => {
    const { url: databaseUrl, close } = await createTestDatabase();
    server = await startTestServer({ DATABASE_URL: databaseUrl });
    await createAccount(server);
    const settings = { DATABASE_URL: databaseUrl, PUBLIC_URL: server.url };
    const { stdout } = await run(['reset-password', 'Ada@example.org', '--link'], settings);
    expect(stdout).toMatch(new RegExp(`^${server.url}/reset-password#hmr_[0-9a-f]{64}\n$`));
    await signIn(server, account.password).expect(201);
    const body = { token: stdout.trim().split('#')[1], password: 'battery staple' };
    await server.request().post('/v1/password-resets/complete').send(body).expect(204);
    await server.request().post('/v1/password-resets/complete').send(body).expect(404);
    await signIn(server, 'battery staple').expect(201);
    await server.close();
    server = undefined;
    await close();
  });

  it('refuses a short password and an unknown account', async () => {
    const settings = { DATA_DIR: folder };
    expect(await run(['reset-password', account.email], settings, 'short')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The password must have'),
    });
    expect(await run(['reset-password', account.email], settings, 'battery staple')).toMatchObject({
      code: 1,
      stderr: 'drover: There is no account with the email address ada@example.org.\n',
    });
  });
});

describe('drover-server backup and restore', () => {
  it('copies the embedded database while it works, with everything that was answered before', async () => {
    const [dataDir, target, restored] = ['data', 'backup', 'restored'].map((name) => join(folder, name));
    server = await startTestServer({ DATABASE_URL: '', DATA_DIR: dataDir });
    const owner = await server.createAccount();
    const group = (name: string) => ({ name, rule: { tag: 'farm' } });
    const { body } = await owner.as.post('/v1/device-groups').send(group('0')).expect(201);
    let [renames, isCopied] = [0, false];
    const rename = async () => {
      await owner.as.put(`/v1/device-groups/${body._id}`).send(group(String(renames + 1)));
      renames += 1;
    };
    await rename();
    const before = renames;
    const load = (async () => {
      while (!isCopied && renames < 10_000) await rename();
    })();

    const copy = await run(['backup', target], { DATA_DIR: dataDir });
    isCopied = true;
    await load;
    await server.close();

    expect(copy).toMatchObject({ code: 0, stdout: expect.stringContaining(`backed up to ${target}`) });
    expect(await run(['restore', target], { DATA_DIR: restored })).toMatchObject({ code: 0 });
    server = await startTestServer({ DATABASE_URL: '', DATA_DIR: restored });
    const { name } = await server.context.prisma.deviceGroup.findUniqueOrThrow({ where: { id: body._id } });
    expect(Number(name)).toBeGreaterThanOrEqual(before);
    expect(Number(name)).toBeLessThanOrEqual(renames);
    expect(renames).toBeGreaterThan(before);
  });

  it('backs PostgreSQL up with pg_dump, and replaces its tables with pg_restore', async () => {
    const { url: databaseUrl, close } = await createTestDatabase();
    const [settings, file] = [{ DATABASE_URL: databaseUrl }, join(folder, 'backup.dump')];
    server = await startTestServer(settings);
    await createAccount(server);
    expect(await run(['backup', file], settings)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`backed up to ${file}`),
    });
    await server.context.prisma.person.deleteMany();
    await server.close();
    expect(await run(['restore', file], settings)).toMatchObject({ code: 0 });
    server = await startTestServer(settings);
    await signIn(server, account.password).expect(201);
    await server.close();
    server = undefined;
    await close();
  });

  it('refuses a folder with files, a folder without a backup, and a data directory with a database', async () => {
    const [dataDir, target] = [join(folder, 'data'), join(folder, 'backup')];
    expect((await run(['backup', target], { DATA_DIR: dataDir })).stderr).toContain('no embedded database');
    await (await startTestServer({ DATABASE_URL: '', DATA_DIR: dataDir })).close();
    await writeFile(join(folder, 'file'), '');
    expect((await run(['backup', folder], { DATA_DIR: dataDir })).stderr).toContain('is not empty');
    expect((await run(['restore', folder], { DATA_DIR: dataDir })).stderr).toContain('is not a backup');
    expect(await run(['backup', target], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    expect((await run(['restore', target], { DATA_DIR: dataDir })).stderr).toContain('is not empty');
    expect(await readdir(target)).toEqual(['database']);
  });
});

describe('drover-server doctor', () => {
  it('finds nothing wrong with a server at its public URL', async () => {
    server = await startTestServer({ DATABASE_URL: '', DATA_DIR: folder });
    const report = await run(['doctor'], { DATA_DIR: folder, PUBLIC_URL: server.url });
    expect(report.stdout).not.toContain('Fix:');
    expect(report.stdout).toContain('in use by a server');
    expect(report.stdout).toContain('WebSocket: devices can connect');
    expect(report.stdout).toContain('AutoX: phones can connect');
    expect(report.code).toBe(0);
  });

  it('checks PostgreSQL', async () => {
    const { url, close } = await createTestDatabase();
    const { stdout } = await run(['doctor'], { DATABASE_URL: url, DROVER_SECRET_KEY: '5e'.repeat(32) });
    expect(stdout).toMatch(/ok +Database: PostgreSQL \d+\n/);
    expect(stdout).toMatch(/ok +Clock: differs from the database's by 0\.\d s\n/);
    await close();
  });

  it('signs in to the SMTP server', async () => {
    const smtp = await TestSmtp.open();
    try {
      const settings = { DATA_DIR: folder, ...smtp.settings };
      const { stdout } = await run(['doctor'], settings);
      expect(stdout).toContain('ok       Email: the SMTP server accepts connections');
      expect(stdout).toContain('Fix: Set PUBLIC_URL');
      const wrong = await run(['doctor'], { ...settings, SMTP_URL: smtp.urlFor('wrong') });
      expect(wrong.stdout).toMatch(/problem  Email: .*Wrong user or password\n +Fix: .+/);
    } finally {
      await smtp.close();
    }
  });

  it.each([
    ['valid for 1 more day', { days: 2 }, 'https://certificate'],
    ['not for drover.example.org', { days: 90 }, 'https://drover.example.org'],
  ])('reports a certificate that is %s', async (problem, options, PUBLIC_URL) => {
    const { cert, key } = createCertificate(folder, 'certificate', options);
    const settings = { DATA_DIR: folder, PUBLIC_URL, TLS_CERT_FILE: cert, TLS_KEY_FILE: key };
    const { stdout } = await run(['doctor'], settings);
    expect(stdout).toMatch(new RegExp(`problem {2}TLS: the certificate is ${problem}\\n +Fix: .+`));
  });

  it('reports files of TLS that do not belong together', async () => {
    const { cert } = createCertificate(folder, 'first');
    const { key } = createCertificate(folder, 'second');
    const { stdout } = await run(['doctor'], { DATA_DIR: folder, TLS_CERT_FILE: cert, TLS_KEY_FILE: key });
    expect(stdout).toMatch(/problem {2}TLS: TLS_CERT_FILE and TLS_KEY_FILE: .+\n +Fix: .+/);
  });

  it('names what is wrong, and its fix', async () => {
    const { code, stdout } = await run(['doctor'], {
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
      NATS_URL: 'nats://127.0.0.1:1',
      PUBLIC_URL: 'http://127.0.0.1:1',
      DROVER_SIGNUP: 'open',
    });
    expect(code).toBe(1);
    for (const about of ['Settings', 'Database', 'Secrets', 'NATS', 'Public URL']) {
      expect(stdout).toMatch(new RegExp(`problem  ${about}: .+\n +Fix: .+`));
    }
  });
});

it('refuses an unknown command', async () => {
  expect(await run(['serve'], {})).toMatchObject({ code: 1, stderr: expect.stringContaining('--help') });
});
