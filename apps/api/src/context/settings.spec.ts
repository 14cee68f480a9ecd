import { readSettings } from './settings';

describe('readSettings', () => {
  it('uses defaults for a single server and treats empty variables as absent', () => {
    const settings = readSettings({ PORT: '', NATS_URL: '' });
    expect(settings.NATS_URL).toBeUndefined();
    expect(settings).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      HEARTBEAT_SECONDS: 15,
      RETENTION_DAYS: 90,
      TRUST_PROXY: 'loopback',
    });
  });

  it.each([
    ['NATS_URL', 'nats://user:secret@a:4222, tls://b:4222'],
    ['TRUST_PROXY', '10.0.0.0/8, uniquelocal'],
    ['RETENTION_DAYS', '0'],
    ['HEARTBEAT_SECONDS', '300'],
  ])('accepts %s=%s', (name, value) => expect(() => readSettings({ [name]: value })).not.toThrow());

  it.each([
    ['NATS_URL', 'localhost:4222'],
    ['NATS_URL', 'nats://a:4222,http://b'],
    ['TRUST_PROXY', 'proxy.example.org'],
    ['RETENTION_DAYS', '-1'],
    ['HEARTBEAT_SECONDS', '0'],
    ['HEARTBEAT_SECONDS', '301'],
    ['DATABASE_URL', 'mysql://a'],
    ['DROVER_ADMIN_TOKEN', 'hmp_short'],
  ])('rejects %s=%s and names the variable', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^Invalid settings: ${name} .+\\.$`));
  });
});
