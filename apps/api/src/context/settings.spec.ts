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
    ['NATS_SUBJECT_PREFIX', 'acme.drover-1'],
    ['TRUST_PROXY', '10.0.0.0/8, uniquelocal'],
    ['RETENTION_DAYS', '0'],
    ['HEARTBEAT_SECONDS', '300'],
    ['METRICS_PORT', '9464'],
    ['LOG_FORMAT', 'text'],
  ])('accepts %s=%s', (name, value) => expect(() => readSettings({ [name]: value })).not.toThrow());

  it.each([
    ['NATS_URL', 'localhost:4222'],
    ['NATS_URL', 'nats://a:4222,http://b'],
    ['NATS_SUBJECT_PREFIX', 'drover.>'],
    ['NATS_PASSWORD', 'secret'],
    ['TRUST_PROXY', 'proxy.example.org'],
    ['RETENTION_DAYS', '-1'],
    ['HEARTBEAT_SECONDS', '0'],
    ['HEARTBEAT_SECONDS', '301'],
    ['DATABASE_URL', 'mysql://a'],
    ['SMTP_URL', 'http://mail.example.org'],
    ['MAIL_FROM', 'Drover'],
    ['MAIL_FROM', 'drover@example.org'],
    ['METRICS_PORT', '65536'],
    ['LOG_FORMAT', 'xml'],
    ['TLS_KEY_FILE', 'a.key'],
    ['DROVER_ADMIN_TOKEN', 'hmp_short'],
  ])('rejects %s=%s and names the variable', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^Invalid settings: ${name} .+\\.$`));
  });

  it.each([
    [
      { NATS_USER: 'a', NATS_PASSWORD: 'b', NATS_TOKEN: 'c' },
      'NATS_TOKEN must not be set together with NATS_USER',
    ],
    [{ NATS_URL: 'nats://a:b@c:4222', NATS_TOKEN: 'd' }, 'NATS_TOKEN must not be set if NATS_URL contains'],
    [{ NATS_TLS_CERT_FILE: 'a.crt' }, 'NATS_TLS_KEY_FILE and NATS_TLS_CERT_FILE must be set together'],
  ])('rejects settings of NATS that do not fit together: %j', (environment, problem) => {
    expect(() => readSettings(environment)).toThrow(problem);
  });
});
