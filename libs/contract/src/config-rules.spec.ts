import { checkConfigValues, describeRuleProblem } from './config-rules';

/** Returns the rule that a value does not meet. */
const broken = (validation: unknown, value: unknown, item: object = {}) =>
  checkConfigValues([{ name: 'x', validation, ...item }], { x: value }, true)[0]?.rule;

it.each([
  ['required', 'a', ''],
  ['required', 0, []],
  ['required|min:3', 'abc', 'ab'],
  ['min:3', 3, 2],
  ['min:3', [1, 2, 3], [1]],
  ['max:3,length', '123', '1234'],
  ['between:1,5', 5, 6],
  ['accepted', true, false],
  ['alpha', '大理', 'a1'],
  ['alpha:latin', 'abc', '大理'],
  ['alphanumeric', 'a1', 'a 1'],
  ['date', '2026-01-02', 'soon'],
  ['date:YYYY-MM-DD', '2026-01-02', '2026-1-2'],
  ['after:2026-01-01', '2026-01-02', '2025-12-31'],
  ['before:2026-01-01', '2025-12-31', '2026-01-02'],
  ['email', 'a@example.org', 'a@b'],
  ['starts_with:a,b', 'bc', 'cb'],
  ['endsWith:a,b', 'cb', 'bc'],
  ['in:a,b', 'a', 'c'],
  ['not:a,b', 'c', 'a'],
  ['matches:/^\\d{2,4}$/', '123', '1'],
  ['number', '1.5', 'x'],
  ['url', 'https://example.org', 'example.org'],
  [[['required'], ['min', 3]], 'abc', 'ab'],
  ['^required|bail|email', 'a@example.org', ''],
])('%j accepts %j and refuses %j', (validation, good, bad) => {
  expect(broken(validation, good)).toBeUndefined();
  expect(broken(validation, bad)).toBeDefined();
});

it('applies only required and accepted to an empty value, and ignores unknown rules', () => {
  expect(broken('email|min:3', '')).toBeUndefined();
  expect(broken('mime:image/png|colour', 'x')).toBeUndefined();
  expect(broken('required', false, { type: 'checkbox' })).toBe('required');
  expect(broken('required|email', { $secret: 'S' })).toBeUndefined();
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
});

it('does not run regular expressions unless it may', () => {
  expect(checkConfigValues([{ name: 'x', validation: 'matches:/a/' }], { x: 'b' })).toEqual([]);
});
