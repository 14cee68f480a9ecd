import { parse } from 'acorn';
import compat from 'core-js-compat';
import { runInNewContext } from 'node:vm';
import { findPolyfills } from './find-polyfills';
import { linkPolyfills } from './link-polyfills';
import { globalPolyfills, methodPolyfills, staticPolyfills } from './polyfill-names';

const names = [globalPolyfills, methodPolyfills, staticPolyfills].flatMap((polyfills) =>
  Object.values(polyfills).flat(),
);

describe('findPolyfills', () => {
  it.each([
    ['new Map()', 'es.map'],
    ['globalThis.Map', 'es.map'],
    ['Object.assign({}, a)', 'es.object.assign'],
    ['a.includes(b)', 'es.array.includes'],
    ['a["padStart"](3)', 'es.string.pad-start'],
    ['Promise.resolve()', 'es.promise'],
  ])('finds that of %s', (code, name) => {
    expect(findPolyfills(code)).toContain(name);
  });

  it.each([
    'a.Map',
    'entries()',
    'a.assign(b)',
    'constructor',
    'a.toString()',
    '__proto__',
    'a.hasOwnProperty(b)',
  ])('finds none in %s', (code) => {
    expect(findPolyfills(code)).toEqual([]);
  });

  it('knows only functions that Node has, so that code runs on both engines', () => {
    const { list } = compat({ targets: 'node 20.19' });
    // Its errors in details do not matter.
    expect(names.filter((name) => list.includes(name) && name !== 'web.structured-clone')).toEqual([]);
  });

  it('knows every function of ES2015 and later that phones lack', () => {
    const forNode = new Set(compat({ targets: 'node 20.19' }).list);
    const reached = new Set(names);
    const missing = compat({ targets: { rhino: '1.7.13' } }).list.filter(
      (name) => /^es\./.test(name) && !forNode.has(name) && !reached.has(name) && !isLeftOut(name),
    );
    expect(missing).toEqual([]);
  });
});

/** Modules that correct details of functions that all phones have, and functions that are rarely used. */
function isLeftOut(name: string): boolean {
  const subjects =
    /^es\.(symbol|error|aggregate-error\.cause|typed-array|array-buffer|regexp|date|function|json)\b/;
  const es5 =
    /^es\.(array\.(concat|filter|join|map|slice|sort|species|splice|unscopables|unshift)|number\.(constructor|to-)|object\.(to-string|proto|define-|lookup-)|string\.(match|replace|search|split|trim)$)/;
  const details = /tag$|to-primitive|string\.(anchor|fontcolor|fontsize|link|is-well-formed|to-well-formed)/;
  return subjects.test(name) || es5.test(name) || details.test(name);
}

describe('linkPolyfills', () => {
  it('links every polyfill, as one line of ES5 that defines what is missing', async () => {
    const code = await linkPolyfills([...new Set(names)]);
    expect(code).not.toContain('\n');
    expect(() => parse(code, { ecmaVersion: 5 })).not.toThrow();
    const remove =
      'delete Array.prototype.flat; delete globalThis.Set; delete Object.entries; delete globalThis.Promise;';
    const result: unknown = runInNewContext(
      `${remove}${code}[[1, [2]].flat().length, new Set([1, 1]).size, Object.entries({ a: 1 }).join(), typeof Promise.all].join()`,
      { setTimeout },
    );
    expect(result).toBe('2,1,a,1,function');
  });

  it('is nothing for code that needs none', async () => {
    expect(await linkPolyfills([])).toBe('');
  });
});
