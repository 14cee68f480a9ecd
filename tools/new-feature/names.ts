/** The name of a feature in kebab-case: `spare-parts`, `spare-part`. */
export interface Names {
  plural: string;
  singular: string;
}

/** An error message about a name. */
export class WrongName extends Error {}

/** Reads the names from the command line. The second one is required for irregular plurals. */
export function readNames(plural = '', singular = singularOf(plural)): Names {
  if (!/^[a-z]+(-[a-z]+)*$/.test(plural)) {
    throw new WrongName(
      `'${plural}' is not a name: write a plural of lower-case words with - between, such as spare-parts.`,
    );
  }
  if (!/^[a-z]+(-[a-z]+)*$/.test(singular) || singular === plural) {
    throw new WrongName(`What is one of '${plural}'? Say it behind the plural: ${plural} <singular>`);
  }
  return { plural, singular };
}

function singularOf(plural: string): string {
  if (plural.endsWith('ies')) return plural.replace(/ies$/, 'y');
  return plural.replace(/(?<=ss|x|ch|sh)es$|(?<!s)s$/, '');
}

/** Replaces `sample-records`, `SampleRecord`, `a sample record` … by the name of the feature in the same form. */
export function rename(text: string, { plural, singular }: Names): string {
  const article = /^[aeiou]/.test(singular) ? 'an' : 'a';
  return text
    .replace(/\ba(?= sample record\b)/g, article)
    .replace(/([sS])ample([- _]?)[rR]ecord(s?)/g, (_, ...[first, between, several]: string[]) => {
      const words = (several ? plural : singular).split('-');
      const joined = between ? words.join(between) : words.map(capital).join('');
      return first === 'S' ? capital(joined) : joined.charAt(0).toLowerCase() + joined.slice(1);
    });
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
