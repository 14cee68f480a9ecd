import type { LookupAddress } from 'node:dns';
import { readSettings } from '../../context/settings';
import { checkTarget, ForbiddenTarget, isPublic, lookupFor, publicLookup, type Resolve } from './targets';

const context = { settings: readSettings({}) };
const resolving =
  (...addresses: string[]): Resolve =>
  (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

/** Resolves a host name in the way a connection does. */
function resolved(lookup: ReturnType<typeof publicLookup>, all: boolean): Promise<string | LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookup('hooks.example.org', { all }, (error, address) => (error ? reject(error) : resolve(address)));
  });
}

describe('webhook targets', () => {
  it.each(['93.184.216.34', '8.8.8.8', '2001:4860:4860::8888'])('allows the public address %s', (address) =>
    expect(isPublic(address)).toBe(true),
  );

  it.each([
    ...['127.0.0.1', '127.8.8.8', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '0.0.0.0'],
    ...[
      '100.64.0.1',
      '100.100.100.200',
      '192.0.0.8',
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '240.0.0.1',
    ],
    ...[
      '::1',
      '::',
      '::ffff:127.0.0.1',
      '::ffff:10.0.0.1',
      '::127.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
    ],
    ...['fe80::1', 'fe80::1%eth0', 'fd00:ec2::254', 'ff02::1', '2001::1', '2001:db8::1', '4000::1'],
    ...['168.63.129.16', '192.88.99.1', '64:ff9b:1::a00:1', '3fff::1', '100::1'],
  ])('forbids the address %s', (address) => expect(isPublic(address)).toBe(false));

  it.each([
    ...['http://127.0.0.1/', 'http://10.0.0.1:8080/x', 'https://[::1]/', 'https://[::ffff:127.0.0.1]/'],
    ...['http://localhost:3000/', 'http://2130706433/', 'http://0x7f.1/', 'http://0/'],
    ...['http://017700000001/', 'http://[64:ff9b::127.0.0.1]/', 'http://169.254.169.254/latest/meta-data'],
  ])('rejects the URL %s', async (url) => {
    await expect(checkTarget(context, url)).rejects.toMatchObject({
      code: 1102,
      errors: [{ path: 'url', message: expect.stringContaining('public') }],
    });
  });

  it('accepts a public address', async () => {
    await expect(checkTarget(context, 'https://93.184.216.34/hook')).resolves.toBeUndefined();
  });

  it('accepts private addresses with DROVER_WEBHOOK_PRIVATE=allow', async () => {
    const allowing = { settings: readSettings({ DROVER_WEBHOOK_PRIVATE: 'allow' }) };
    await expect(checkTarget(allowing, 'http://127.0.0.1:1/')).resolves.toBeUndefined();
    expect(lookupFor(allowing, new URL('http://127.0.0.1:1/'))).toBeUndefined();
  });

  it('checks the address for each connection', () => {
    expect(() => lookupFor(context, new URL('http://[::ffff:7f00:1]/'))).toThrow(ForbiddenTarget);
    expect(lookupFor(context, new URL('https://hooks.example.org/'))).toBeInstanceOf(Function);
  });

  it.each([true, false])('rejects a name if one of its addresses is private (all: %s)', async (all) => {
    const lookup = publicLookup(resolving('93.184.216.34', '10.0.0.1'));
    await expect(resolved(lookup, all)).rejects.toThrow('hooks.example.org is not a public address');
  });

  it('rejects a name that resolves to a private address later', async () => {
    const answers = ['93.184.216.34', '127.0.0.1'];
    const lookup = publicLookup((...call) => resolving(answers.shift() ?? '')(...call));
    expect(await resolved(lookup, true)).toEqual([{ address: '93.184.216.34', family: 4 }]);
    await expect(resolved(lookup, true)).rejects.toThrow(ForbiddenTarget);
  });

  it('connects to the addresses that were checked', async () => {
    const lookup = publicLookup(resolving('93.184.216.34', '2001:4860:4860::8888'));
    expect(await resolved(lookup, false)).toBe('93.184.216.34');
    expect(await resolved(lookup, true)).toHaveLength(2);
  });

  it('rejects a name without addresses', async () => {
    await expect(resolved(publicLookup(resolving()), true)).rejects.toThrow(ForbiddenTarget);
  });
});
