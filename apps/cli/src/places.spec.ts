import { localPlaces } from './places';

describe('localPlaces', () => {
  const place = localPlaces('hello.js', 'scripts/greet (1).js');

  it.each([
    ['    at boom (hello.js:3:7)', '    at boom (scripts/greet (1).js:3:7)'],
    ['hello.js:2\nlet b = ;', 'scripts/greet (1).js:2\nlet b = ;'],
    ['TypeError: no (hello.js:3:7)', 'TypeError: no (scripts/greet (1).js:3:7)'],
  ])('replaces the place in %j', (text, expected) => expect(place(text)).toBe(expected));

  it.each(['hello.js says hi', 'at other/hello.js:3:7', 'othello.js:3:7', 'helloxjs:3:7'])(
    'leaves %j alone',
    (text) => expect(place(text)).toBe(text),
  );
});
