import {
  compileExamples,
  listDocuments,
  readBlocks,
  readMethods,
  readNumbers,
} from './testing/documentation';

const methods = readMethods();

describe('doc comments', () => {
  it('describe every parameter, error and use of every method', () => {
    expect(methods.length).toBeGreaterThan(130);
    const incomplete = methods.filter(
      ({ parameters, described, throws, examples }) =>
        parameters.join() !== described.join() || throws === 0 || examples.length !== 1,
    );
    expect(incomplete.map(({ name }) => name)).toEqual([]);
  });

  it('name milliseconds Ms, and nothing else', () => {
    const numbers = readNumbers();
    const isMs = (name: string) => name.endsWith('Ms');
    const wrong = numbers.filter(({ name, comment }) => isMs(name) !== /\bmilliseconds\b/i.test(comment));
    expect(wrong.map(({ name }) => name)).toEqual([]);
    const durations = numbers.filter(({ name }) => /^(timeout|deliverWithin|expiresIn)$/.test(name));
    expect(durations).not.toEqual([]);
    for (const { comment } of durations) expect(comment).toMatch(/\bseconds\b/i);
  });
});

describe('examples', () => {
  it('of doc comments and documents compile in the strictest mode', () => {
    const ofMethods = methods.map(
      ({ name, examples }) => [name.replace('.', '-'), examples.join('\n')] as const,
    );
    const ofDocuments = Object.assign({}, ...listDocuments().map(readBlocks)) as Record<string, string>;
    expect(Object.keys(ofDocuments).length).toBeGreaterThan(8);
    expect(compileExamples({ ...Object.fromEntries(ofMethods), ...ofDocuments })).toEqual([]);
  });
});
