import { buildScanUrl, getReachableAddresses, getServerAddresses, isLoopback } from './phone-addresses';

describe('the address for a phone', () => {
  it('always contains the port', () => {
    expect(buildScanUrl('http://192.168.1.20:3000', 'K7MP4X')).toBe('ws://192.168.1.20:3000/autox/K7MP4X');
    expect(buildScanUrl('https://drover.example.org', 'K7MP4X')).toBe(
      'wss://drover.example.org:443/autox/K7MP4X',
    );
    expect(buildScanUrl('http://drover.lan', 'K7MP4X')).toBe('ws://drover.lan:80/autox/K7MP4X');
  });

  it('is not a loopback address if there is another', () => {
    expect(getReachableAddresses(['http://10.0.0.2:3000'], 'http://localhost:3000')).toEqual([
      'http://10.0.0.2:3000',
    ]);
    expect(getReachableAddresses(['http://127.0.0.1:3000'], 'http://drover.lan')).toEqual([
      'http://drover.lan',
    ]);
    expect(getReachableAddresses(['http://127.0.0.1:3000'], 'http://127.0.0.1:3000')).toEqual([
      'http://127.0.0.1:3000',
    ]);
    expect(['http://[::1]:3000', 'http://localhost', 'http://127.0.0.1:1'].map(isLoopback)).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe('the address for a computer', () => {
  const local = 'http://127.0.0.1:3000';
  const known = { url: `${local}/enrol/K7MP4X`, addresses: ['http://172.17.0.2:3000'] };

  it('is the public URL if others can reach it', () => {
    const withPublicUrl = { ...known, url: 'https://example.org/drover/enrol/K7MP4X' };
    expect(getServerAddresses(withPublicUrl, 'http://drover.lan')).toEqual(['https://example.org/drover']);
  });

  it('is else that of the page or another one of the server', () => {
    expect(getServerAddresses(known, 'http://drover.lan')).toEqual([
      'http://drover.lan',
      'http://172.17.0.2:3000',
    ]);
    expect(getServerAddresses(known, 'http://localhost:3000')).toEqual(['http://172.17.0.2:3000']);
    expect(getServerAddresses({ ...known, addresses: [local] }, local)).toEqual([local]);
  });
});
