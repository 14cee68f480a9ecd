import { chmodSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { readSettings } from '../../context/settings';
import { startTestServer } from '../../testing/test-server';
import { assertPortIsFree, isHealthy, localUrl } from './health';
import { changeSettings, findSettings, readSettingsFile, writeSettingsFile } from './settings-file';
import { createUnit } from './systemd-unit';

const definition = {
  command: ['/usr/bin/node', '/opt/100%/main.js', '--config', '/etc/drover-server/settings.env', 'start'],
  dataFolder: '/var/lib/drover-server',
  writableFolders: ['/var/lib/drover-server', '/mnt/my disk'],
};

describe('the systemd unit', () => {
  it('runs the server as its own user, which may write to its data only', () => {
    const user = { name: 'drover-server', uid: 990, gid: 990 };
    expect(createUnit({ ...definition, user }, false).split('\n')).toEqual(
      expect.arrayContaining([
        ...['User=drover-server', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'TimeoutStopSec=30'],
        ...[
          'ReadWritePaths="/var/lib/drover-server" "/mnt/my disk"',
          'Environment=TMPDIR=/run/drover-server',
        ],
        'ExecStart="/usr/bin/node" "/opt/100%%/main.js" "--config" "/etc/drover-server/settings.env" "start"',
        'WantedBy=multi-user.target',
      ]),
    );
  });

  it('starts with the session manager of a user, without what that may not set', () => {
    const unit = createUnit(definition, true);
    expect(unit).toContain('WantedBy=default.target\n');
    expect(unit).not.toMatch(/User=|Capabilit|ProtectSystem/);
  });
});

describe('the settings file', () => {
  it('keeps comments and other settings, and quotes values', () => {
    const text = "# Mine\nPORT=3000\nHOST=127.0.0.1\nDATA_DIR='/data'\n";
    const changed = changeSettings(text, { HOST: '0.0.0.0', DROVER_ADMIN_PASSWORD: "it's # 1" });
    expect(changed).toContain('# Mine\nPORT=3000\n');
    expect(parseEnv(changed)).toEqual({
      ...{ PORT: '3000', HOST: '0.0.0.0', DATA_DIR: '/data' },
      DROVER_ADMIN_PASSWORD: "it's # 1",
    });
  });

  it('stays as it is without other values', () => {
    const text = 'PORT="3000" # a port\n\n\n';
    expect(changeSettings(text, { PORT: '3000' })).toBe(text);
  });

  it('refuses a value that no quotes can contain', () => {
    expect(() => changeSettings('', { DROVER_ADMIN_PASSWORD: `'"\`` })).toThrow('DROVER_ADMIN_PASSWORD_FILE');
  });

  it('contains the settings of an environment with resolved paths, and nothing else', () => {
    const environment = {
      PATH: '/bin',
      PORT: '80',
      NATS_URL: '',
      DATA_DIR: 'data',
      TLS_KEY_FILE: '/key.pem',
    };
    const expected = { PORT: '80', DATA_DIR: join(process.cwd(), 'data'), TLS_KEY_FILE: '/key.pem' };
    expect(findSettings(environment)).toEqual(expected);
  });

  it('is readable by its owner only', () => {
    const folder = mkdtempSync(join(tmpdir(), 'drover-settings-'));
    const path = join(folder, 'new', 'settings.env');
    writeSettingsFile(path, 'PORT=1\n', undefined);
    chmodSync(path, 0o644);
    writeSettingsFile(path, 'PORT=2\n', undefined);
    expect([statSync(path).mode & 0o777, readSettingsFile(path)]).toEqual([0o600, 'PORT=2\n']);
    rmSync(folder, { recursive: true });
    expect(existsSync(path)).toBe(false);
    expect(parseEnv(readSettingsFile(path))).toEqual({});
  });
});

describe('the check of a started server', () => {
  it('tells a server from other programs and from none', async () => {
    const server = await startTestServer();
    const settings = readSettings({ PORT: new URL(server.url).port });
    expect(localUrl(settings)).toBe(server.url);
    expect(await isHealthy(settings)).toBe(true);
    await expect(assertPortIsFree(settings, '/settings.env')).rejects.toThrow('is in use by another program');
    await server.close();
    expect(await isHealthy(settings)).toBe(false);
    await assertPortIsFree(settings, '/settings.env');
  });

  it('does not take another program for the server', async () => {
    const other = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n"other"'));
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    expect(await isHealthy(readSettings({ PORT: String(port) }))).toBe(false);
    other.close();
  });
});
