import type { ConfigItem } from '@drover/sdk';

/** Declares the fields of a form as values of `hamibot.env`. */
export function declareEnv(items: ConfigItem[]): string {
  const fields = items
    .filter(({ type }) => type !== 'link')
    .map((item) => `    ${toComment(item)}${toKey(item.name)}?: ${toType(item)};\n`);
  return `declare module '@drover/script-types' {\n  interface Env {\n${fields.join('')}  }\n}\nexport {};\n`;
}

function toKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function toComment({ label, help }: ConfigItem): string {
  const text = [label, help].filter((part) => typeof part === 'string' && part !== '').join('\n\n');
  return text && `/** ${text.replaceAll('*/', '*\\/')} */ `;
}

/** Returns the type of the values that the form gives. */
function toType({ type = 'text', options }: ConfigItem): string {
  if (type === 'number' || type === 'range') return 'number';
  if (type === 'file') return 'unknown';
  if (type === 'checkbox') return options ? 'string[]' : 'boolean';
  const choices = Object.keys(options ?? {}).map((choice) => JSON.stringify(choice));
  return choices.length > 0 ? choices.join(' | ') : 'string';
}
