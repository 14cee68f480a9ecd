import { checkConfigValues, describeRuleProblem } from './config-rules';

/** Returns the rule that a value does not meet. */
const broken = (validation: unknown, value: unknown, item: object = {}) =>
  checkConfigValues([{ name: 'x', validation, ...item }], { x: value })[0]?.rule;

it.each([
  ['required', 'a', ''],
  ['required', 0, []],
  ['required|min:3', 'abc', 'ab'],
  ['min:3', 3, 2],
  ['min:3', [1, 2, 3], [1]],
  ['max:3,length', '123', '1234'],
  ['required:trim', ' a', '  '],
  ['between:1,5', 4, 5],
  ['between:1,5', 1.5, 1],
  ['between', 9, 10],
  ['between:2,4,length', '123', '12'],
  ['max', 10, 11],
  ['min', 'a', 0],
  ['min:9,length', '123456789', '12345678'],
  ['accepted', true, false],
  ['alpha', '大理', 'a1'],
  ['alpha:latin', 'abc', '大理'],
  ['alphanumeric', 'a1', 'a 1'],
  ['date', '2026-01-02', 'soon'],
  ['date:YYYY-MM-DD', '2026-01-02', '2026-1-2'],
  ['date:YYYY-MM-DD', '2026-12-31', '2026-13-31'],
  ['date:M/D/YY', '1/31/26', '1/32/26'],
  ['after:2026-01-01', '2026-01-02', '2025-12-31'],
  ['before:2026-01-01', '2025-12-31', '2026-01-02'],
  ['email', 'a@example.org', 'a@b'],
  ['email', 'a@mail.example.org', 'a@example.o'],
  ['starts_with:a,b', 'bc', 'cb'],
  ['endsWith:a,b', 'cb', 'bc'],
  ['in:a,b', 'a', 'c'],
  ['not:a,b', 'c', 'a'],
  ['matches:/^\\d{2,4}$/', '123', '1'],
  ['matches:node,php', 'php', 'java'],
  [[['matches', '/^(a|b)$/i', 'other']], 'B', 'c'],
  ['number', '1.5', 'x'],
  ['url', 'https://example.org', 'example.org'],
  ['url', 'alipays://platformapi', 'mailto:a@example.org'],
  [[['required'], ['min', 3]], 'abc', 'ab'],
  ['^required|bail|email', 'a@example.org', ''],
])('%j accepts %j and refuses %j', (validation, good, bad) => {
  expect(broken(validation, good)).toBeUndefined();
  expect(broken(validation, bad)).toBeDefined();
});

it.each([
  { item: { type: 'time' }, good: '09:30', bad: '25:00', rule: 'time' },
  { item: { type: 'time' }, good: '9:30:59', bad: '930', rule: 'time' },
  { item: { type: 'number', min: '0.5', max: 2 }, good: '0.5', bad: 0.4, rule: 'min' },
  { item: { type: 'range', max: '10', step: '0.5' }, good: 10, bad: '10.5', rule: 'max' },
  { item: { type: 'number', max: 5 }, good: 5, bad: 'many', rule: 'max' },
])('an item such as $item accepts $good and refuses $bad', ({ item, good, bad, rule }) => {
  expect(broken(undefined, good, item)).toBeUndefined();
  expect(broken(undefined, bad, item)).toBe(rule);
});

it('does not check a link, which has no value', () => {
  expect(broken('required', undefined, { type: 'link' })).toBeUndefined();
});

it('applies only required and accepted to an empty value, and ignores unknown rules', () => {
  expect(broken('email|min:3', '')).toBeUndefined();
  expect(broken('mime:image/png|colour', 'x')).toBeUndefined();
  expect(broken('required', false, { type: 'checkbox' })).toBe('required');
  expect(broken('required|email', { $secret: 'S' })).toBeUndefined();
});

it('says what it counted', () => {
  const describe = (validation: string, value: unknown) =>
    checkConfigValues([{ name: 'x', validation }], { x: value }).map(describeRuleProblem);
  expect(describe('max:5', 6)).toEqual(['x must be at most 5']);
  expect(describe('max:5,length', '123456')).toEqual(['x must have at most 5 characters']);
  expect(describe('min:2', ['a'])).toEqual(['x must have at least 2 choices']);
  expect(describe('between:2,4', 'abcd')).toEqual(['x must have between 2 and 4 characters, exclusive']);
});

it('compares an item with the one that confirms it', () => {
  const config = [{ name: 'password_confirm', validation: 'confirm' }];
  expect(checkConfigValues(config, { password: 'a', password_confirm: 'a' })).toEqual([]);
  expect(checkConfigValues(config, { password: 'a', password_confirm: 'b' })).toHaveLength(1);
});

it('names the item by its validation-name, and takes its own messages', () => {
  const describe = (item: object) =>
    checkConfigValues([{ name: 'x', label: 'Label', validation: 'required', ...item }], {}).map(
      describeRuleProblem,
    );
  expect(describe({})).toEqual(['Label is required']);
  expect(describe({ 'validation-name': '名称' })).toEqual(['名称 is required']);
  expect(describe({ 'validation-messages': { required: '请填写' } })).toEqual(['请填写']);
  const messages = { validation: 'starts_with:a', 'validation-messages': { starts_with: '以 a 开头' } };
  expect(checkConfigValues([{ name: 'x', ...messages }], { x: 'b' }).map(describeRuleProblem)).toEqual([
    '以 a 开头',
  ]);
});

it('leaves regular expressions to the given function', () => {
  const config = [{ name: 'x', validation: 'matches:/^a,b$/i' }];
  expect(checkConfigValues(config, { x: 'c' }, (...args) => args.join(' ') === '^a,b$ i c')).toEqual([]);
  expect(checkConfigValues(config, { x: 'c' }, () => false)).toHaveLength(1);
});

it('requires the value of a file to be an uploaded file', () => {
  const config = [{ name: 'list', type: 'file', label: 'List' }];
  const check = (list: unknown) => checkConfigValues(config, { list }).map(describeRuleProblem);
  expect(check({ $file: '0'.repeat(64), name: 'list.csv' })).toEqual([]);
  expect(check(undefined)).toEqual([]);
  for (const value of ['list.csv', { $file: '' }, { $secret: 'NAME' }, { $file: '0'.repeat(64), name: 1 }]) {
    expect(check(value)).toEqual(['List must be an uploaded file']);
  }
});
