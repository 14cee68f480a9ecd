/** Characters of a message that are compared. */
const maxChars = 1000;

/** Closing quotes by opening ones. */
const closingQuotes: Record<string, string> = {
  ...{ '"': '"', "'": "'", '`': '`' },
  ...{ '“': '”', '‘': '’', '「': '」', '『': '』', '《': '》', '«': '»' },
};

/** What a path or a URL may consist of without quotes, then anything else. */
const piece = /[\w.~$@%+:\\/#&=?*^!-]+|\s+|[^\w.~$@%+:\\/#&=?*^!\s-]/guy;

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;
const word = /[a-z0-9]+|[^a-z0-9]+/gi;
const dateName = /^(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)$/i;
const hexWord = /^[0-9a-f]{8,}$/i;
const separators = /^[\s,.:;_+-]*$/;

/**
 * Replaces what differs between runs that failed for the same reason: quoted text, URLs, paths, and words with digits, such
 * as numbers, IDs, hexadecimal numbers and times. Takes linear time. The result is compared, not shown.
 */
export function normalizeMessage(message: string): string {
  const text = message.slice(0, maxChars).normalize('NFKC').slice(0, maxChars);
  const isCut = message.length > maxChars;
  const output = new NormalizedText();
  const unclosed = new Set<string>();
  for (let index = 0; index < text.length;) {
    const quoteEnd = findQuoteEnd(text, index, { unclosed, isCut });
    if (quoteEnd === undefined) {
      index = addPiece(output, text, index);
    } else {
      output.add('"…"');
      index = quoteEnd;
    }
  }
  return output.toString();
}

/** Collects a text in which lists of numbers are one number. */
class NormalizedText {
  private text = '';
  /** The text since the last number. */
  private gap = '';

  add(text: string): void {
    this.gap += text;
  }

  addNumber(): void {
    const isListed = this.text !== '' && separators.test(this.gap);
    if (!isListed) this.text += `${this.gap.replace(/(^|\s)[+-]$/, '$1')}<n>`;
    this.gap = '';
  }

  toString(): string {
    return this.text + this.gap;
  }
}

/** Returns the index after the quoted text that begins here, or undefined if none does. */
function findQuoteEnd(
  text: string,
  start: number,
  { unclosed, isCut }: { unclosed: Set<string>; isCut: boolean },
): number | undefined {
  const closing = closingQuotes[text[start]];
  // Within a word it is an apostrophe.
  if (closing === undefined || unclosed.has(closing) || isWordCharacter(text[start - 1])) return undefined;
  let end = text.indexOf(closing, start + 1);
  while (end !== -1 && closing === "'" && isWordCharacter(text[end + 1]))
    end = text.indexOf(closing, end + 1);
  if (end !== -1) return end + 1;
  if (isCut) return text.length;
  // Searching again for each opening quote would take quadratic time.
  unclosed.add(closing);
  return undefined;
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /\w/.test(character);
}

/** Adds the piece that begins here. Returns the index after it. */
function addPiece(output: NormalizedText, text: string, index: number): number {
  const found = pieceAt(text, index);
  const end = index + found.length;
  if (!/[\\/]/.test(found)) {
    addWords(output, found);
    return end;
  }
  output.add(found.includes('://') ? '<url>' : '<path>');
  return skipPath(text, end);
}

/** Skips the rest of a path, which may contain letters of any language. */
function skipPath(text: string, start: number): number {
  let end = start;
  while (end < text.length) {
    const next = pieceAt(text, end);
    if (!/^[\p{L}\p{N}\p{M}\w.~$@%+:\\/#&=?*^!-]/u.test(next)) break;
    end += next.length;
  }
  return end;
}

function pieceAt(text: string, index: number): string {
  piece.lastIndex = index;
  return piece.exec(text)?.[0] ?? text[index];
}

function addWords(output: NormalizedText, text: string): void {
  for (const [part] of text.replace(uuid, '0').matchAll(word)) {
    if (/\d/.test(part) || hexWord.test(part) || dateName.test(part)) output.addNumber();
    else output.add(part);
  }
}
