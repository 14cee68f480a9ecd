/** Parses the first rows of CSV (RFC 4180). Fields may contain quotes and line breaks. */
export function parseCsv(text: string, maxRows: number): string[][] {
  const rows: string[][] = [];
  const field = /("(?:[^"]|"")*"?|[^,\r\n]*)(,|\r?\n|\r|$)/y;
  let row: string[] = [];
  for (let end = 0; end < text.length && rows.length < maxRows; end = field.lastIndex) {
    field.lastIndex = end;
    const match = field.exec(text);
    if (!match) break;
    const [, value, separator] = match;
    row.push(value.startsWith('"') ? value.slice(1).replace(/"$/, '').replaceAll('""', '"') : value);
    if (separator === ',') continue;
    rows.push(row);
    row = [];
  }
  return row.length > 0 ? [...rows, row] : rows;
}
