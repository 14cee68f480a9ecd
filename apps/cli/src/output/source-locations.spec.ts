import { createLocationMapper } from './source-locations';

describe('createLocationMapper', () => {
  const mapText = createLocationMapper('hello.js', 'scripts/greet (1).js');

  it.each([
    ['    at boom (hello.js:3:7)', '    at boom (scripts/greet (1).js:3:7)'],
    ['hello.js:2\nlet b = ;', 'scripts/greet (1).js:2\nlet b = ;'],
    ['TypeError: no (hello.js:3:7)', 'TypeError: no (scripts/greet (1).js:3:7)'],
  ])('replaces the location in %j', (text, expected) => expect(mapText(text)).toBe(expected));

  it.each(['hello.js says hi', 'at other/hello.js:3:7', 'othello.js:3:7', 'helloxjs:3:7'])(
    'leaves %j unchanged',
    (text) => expect(mapText(text)).toBe(text),
  );
});
