import { isLocal, reachableAddresses, scanText } from './phone-addresses';

describe('the address for a phone', () => {
  it('always names its port', () => {
    expect(scanText('http://192.168.1.20:3000', 'K7MP4X')).toBe('ws://192.168.1.20:3000/autox/K7MP4X');
    expect(scanText('https://drover.example.org', 'K7MP4X')).toBe(
      'wss://drover.example.org:443/autox/K7MP4X',
    );
    expect(scanText('http://drover.lan', 'K7MP4X')).toBe('ws://drover.lan:80/autox/K7MP4X');
  });

  it('is none of this machine alone, where there is another', () => {
    expect(reachableAddresses(['http://10.0.0.2:3000'], 'http://localhost:3000')).toEqual([
      'http://10.0.0.2:3000',
    ]);
    expect(reachableAddresses(['http://127.0.0.1:3000'], 'http://drover.lan')).toEqual(['http://drover.lan']);
    expect(reachableAddresses(['http://127.0.0.1:3000'], 'http://127.0.0.1:3000')).toEqual([
      'http://127.0.0.1:3000',
    ]);
    expect(['http://[::1]:3000', 'http://localhost', 'http://127.0.0.1:1'].map(isLocal)).toEqual([
      true,
      true,
      true,
    ]);
  });
});
