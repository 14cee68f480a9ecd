import { createJsonFormat, type JsonOptions } from './json-format';

const devices = {
  count: 2,
  items: [
    { _id: '1', name: '盒子', online: true, tags: ['lab'] },
    { _id: '2', name: 'Tom & Ada', online: false, tags: [] },
  ],
};

const format = async (options: JsonOptions, value: unknown = devices, isLine = false) =>
  (await createJsonFormat(options))(value, { isLine });

describe('createJsonFormat', () => {
  it('prints indented JSON, and a line for each value of a stream', async () => {
    expect(await format({ json: true }, { a: 1 })).toBe('{\n  "a": 1\n}');
    expect(await format({ json: true }, { a: 1 }, true)).toBe('{"a":1}');
  });

  it('keeps only the named fields, in the given order', async () => {
    expect(JSON.parse(await format({ json: 'online,name' }))).toEqual({
      count: 2,
      items: [
        { online: true, name: '盒子' },
        { online: false, name: 'Tom & Ada' },
      ],
    });
    expect(await format({ json: 'name' }, devices.items[0], true)).toBe('{"name":"盒子"}');
  });

  it('rejects a field that no record has, and names those that they have', async () => {
    await expect(format({ json: 'name,nmae' })).rejects.toMatchObject({
      message: "There is no field 'nmae'.",
      hints: ['Fields: _id, name, online, tags.'],
    });
    expect(await format({ json: 'nmae' }, { count: 0, items: [] })).toContain('"items": []');
    expect(await format({ json: 'type,run' }, { type: 'device', device: {} }, true)).toBe(
      '{"type":"device"}',
    );
  });

  it('filters with jq: texts without quotes, other values as compact JSON', async () => {
    expect(await format({ jq: '.items[].name' })).toBe('盒子\nTom & Ada');
    expect(await format({ json: 'name', jq: '.items[0]' })).toBe('{"name":"盒子"}');
    expect(await format({ jq: '[.items[] | select(.online)] | length, ("\\(1+1)" | tonumber)' })).toBe(
      '1\n2',
    );
    expect(await format({ jq: 'empty' })).toBe('');
  });

  it('reports an expression that jq rejects, or that fails', async () => {
    await expect(format({ jq: '.items[' })).rejects.toThrow('--jq .items[: ');
    await expect(format({ jq: '.count.name' })).rejects.toThrow('Cannot index number with');
  });

  it('renders templates without escaping for HTML', async () => {
    const template = '{{#items}}{{name}}\\t{{online}} {{tags}}\\n{{/items}}';
    expect(await format({ template })).toBe('盒子\ttrue ["lab"]\nTom & Ada\tfalse []\n');
    await expect(format({ template: '{{#items}}' })).rejects.toThrow('--template: Unclosed section');
    await expect(format({ template: 'a', jq: '.' })).rejects.toThrow('either --jq or --template');
  });
});
