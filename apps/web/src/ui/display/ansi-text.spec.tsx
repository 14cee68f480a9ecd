/** @jest-environment ./src/testing/browser.environment.cjs */
import { render } from '@testing-library/react';
import { parseAnsi } from './ansi';
import { stripAnsi } from './strip-ansi';
import { styleAfter, stylesOf } from './ansi-style';
import { AnsiText } from './ansi-text';

const esc = '\u001b';
const colors = (text: string) => parseAnsi(text).map((span) => [span.text, span.color]);

describe('parseAnsi', () => {
  it('names the colours, also those of the palettes of 256 and of 16 million colours', () => {
    expect(colors(`plain ${esc}[31mred ${esc}[92mgreen${esc}[0m end`)).toEqual([
      ['plain ', undefined],
      ['red ', 'red'],
      ['green', 'green'],
      [' end', undefined],
    ]);
    expect(
      colors(`${esc}[38;5;208morange ${esc}[38;2;90;120;255mblue ${esc}[90mgray ${esc}[97mwhite`),
    ).toEqual([
      ['orange ', 'yellow'],
      ['blue ', 'blue'],
      ['gray ', 'gray'],
      ['white', undefined],
    ]);
  });

  it('knows backgrounds, reversed text and decorations', () => {
    const [failed, reversed] = parseAnsi(`${esc}[1;41mFAIL${esc}[0;7m x ${esc}[0m`);
    expect(failed).toMatchObject({ text: 'FAIL', background: 'red', isBold: true });
    expect(reversed).toMatchObject({ text: ' x ', background: 'gray', isBold: false });
  });
});

describe('styleAfter', () => {
  it.each([
    ['', 'plain', ''],
    ['31', 'plain', '31'],
    ['', `a ${esc}[31mred ${esc}[0mend`, ''],
    ['', `${esc}[1;31mred`, '1;31'],
    ['1;31', `${esc}[32mgreen`, '1;32'],
    ['1;2;31', `${esc}[22mthin`, '31'],
    ['1;31', `${esc}[39mbold`, '1'],
    ['', `${esc}[38;5;208morange${esc}[48;2;1;31;0m`, '38;5;208;48;2;1;31;0'],
    ['38;5;208;48;2;1;31;0', `${esc}[49m`, '38;5;208'],
    ['31;4', `end${esc}[m`, ''],
    ['31', `${esc}[2K${esc}[99m${esc}[38`, '31'],
  ])('after %j and %j is %j', (style, text, after) => {
    expect(styleAfter(style, text)).toBe(after);
  });

  it('stays as short as the properties of a style are', () => {
    const colors = Array.from({ length: 10_000 }, (_, index) => `${esc}[1;4;3${index % 8}m`).join('');
    expect(styleAfter('', colors)).toBe('1;4;37');
  });

  it('colours a text as if the texts before were in the same line', () => {
    const texts = [`${esc}[31;7mred`, 'reversed', `${esc}[27;1mbold ${esc}[0mplain`, 'plain'];
    const styles = stylesOf(texts);
    expect(styles).toEqual(['', '31;7', '31;7', '']);
    const apart = texts.flatMap((text, index) => parseAnsi(text, styles[index]));
    const joinedUp = (spans: ReturnType<typeof parseAnsi>) =>
      spans.flatMap(({ text, ...style }) => [...text].map((character) => ({ character, ...style })));
    expect(joinedUp(apart)).toEqual(joinedUp(parseAnsi(texts.join(''))));
  });
});

describe('stripAnsi', () => {
  it.each([
    [`${esc}[2K${esc}[1Gdone`, 'done'],
    [`${esc}]0;title\u0007text`, 'text'],
    [`${esc}]8;;https://example.org${esc}\\link${esc}]8;;${esc}\\`, 'link'],
    [`${esc}[?25l${esc}(Btext${esc}7`, 'text'],
    ['10 %\r50 %\r100 %\r', '100 %'],
    [`${esc}[31m10 %\r100 %\r`, '100 %'],
    ['a\u0008b\u0000c\td\ne', 'abc\td\ne'],
    [`cut off ${esc}[3`, 'cut off '],
    ['你好 🦜', '你好 🦜'],
  ])('%j becomes %j', (text, plain) => {
    expect(stripAnsi(text)).toBe(plain);
    expect(
      parseAnsi(text)
        .map((span) => span.text)
        .join(''),
    ).toBe(plain);
  });
});

describe('AnsiText', () => {
  it('highlights parts across styles and renders no HTML of the text', () => {
    const { container } = render(
      <AnsiText text={`<b>a${esc}[31mbc${esc}[0md`} highlights={[{ start: 3, end: 5 }]} />,
    );
    expect(container.textContent).toBe('<b>abcd');
    expect([...container.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['a', 'b']);
    expect(container.querySelector('b')).toBeNull();
  });
});
