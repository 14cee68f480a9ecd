import { BUDGET } from '@drover/contract/budget';
import { ScimError, type ScimType } from './scim-error';

const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr'] as const;

/** A comparison of an attribute with a value. The operator `pr` (present) takes no value. */
export interface Comparison {
  operator: (typeof operators)[number];
  /** Name in lower case, without the schema, with its sub-attribute: `name.givenname`, `emails.value`. */
  attribute: string;
  value?: string | number | boolean | null;
}

/** A filter of RFC 7644, section 3.4.2.2. The comparisons of `emails[type eq "work"]` have the attribute `emails.type`. */
export type Filter = { and: Filter[] } | { or: Filter[] } | { not: Filter } | Comparison;

/** The attributes of other schemas, such as that of enterprises, are not stored. */
const core = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;

/** Removes the URN of a core schema from the name of an attribute. */
export const withoutSchema = (name: string): string => name.replace(core, '');

/**
 * Parses a filter. Fails with `scimType` if it is invalid. Of the packages for it, scim2-parse-filter takes exponential time
 * for some texts and reads escapes wrongly, and scimmy brings a server of its own.
 */
export function parseFilter(text: string, scimType: ScimType = 'invalidFilter'): Filter {
  return new FilterParser(text, scimType).parse();
}

const tokenPattern = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y;
const attributePattern = /^[a-z][\w.$-]*$/i;

/** `and` binds more strongly than `or`. Names, operators, `and`, `or` and `not` are read without regard to case. */
class FilterParser {
  private readonly tokens: string[];
  private terms = 0;

  constructor(
    text: string,
    private readonly scimType: ScimType,
  ) {
    this.tokens = this.tokenize(text.trimEnd()).toReversed();
  }

  parse(): Filter {
    const filter = this.readOr('');
    if (this.tokens.length > 0) throw this.invalid();
    return filter;
  }

  private tokenize(text: string): string[] {
    const tokens: string[] = [];
    tokenPattern.lastIndex = 0;
    while (tokenPattern.lastIndex < text.length) {
      const match = tokenPattern.exec(text);
      if (!match) throw this.invalid();
      tokens.push(match[0].trimStart());
    }
    return tokens;
  }

  private readOr(prefix: string): Filter {
    const filters = this.readList('or', () => this.readAnd(prefix));
    return filters.length === 1 ? filters[0] : { or: filters };
  }

  private readAnd(prefix: string): Filter {
    const filters = this.readList('and', () => this.readTerm(prefix));
    return filters.length === 1 ? filters[0] : { and: filters };
  }

  private readList(word: 'and' | 'or', read: () => Filter): Filter[] {
    const filters = [read()];
    while (this.tokens.at(-1)?.toLowerCase() === word) {
      this.tokens.pop();
      filters.push(read());
    }
    return filters;
  }

  /** @param prefix the attribute whose brackets the term stands in, with a dot, or empty */
  private readTerm(prefix: string): Filter {
    this.terms += 1;
    if (this.terms > BUDGET.directoryFilterTerms.max) {
      const { max } = BUDGET.directoryFilterTerms;
      throw new ScimError(400, this.scimType, `A filter can have ${max} comparisons, brackets and "not".`);
    }
    const token = this.take();
    if (token === '(') return this.readInBrackets(')', prefix);
    if (token.toLowerCase() === 'not' && this.tokens.at(-1) === '(') return { not: this.readTerm(prefix) };
    const name = withoutSchema(token);
    if (!attributePattern.test(name)) throw this.invalid();
    const attribute = prefix + name.toLowerCase();
    if (this.tokens.at(-1) === '[' && prefix === '') {
      this.tokens.pop();
      return this.readInBrackets(']', `${attribute}.`);
    }
    const operator = this.readOperator();
    return operator === 'pr' ? { operator, attribute } : { operator, attribute, value: this.readValue() };
  }

  private readInBrackets(end: ')' | ']', prefix: string): Filter {
    const filter = this.readOr(prefix);
    if (this.take() !== end) throw this.invalid();
    return filter;
  }

  private readOperator(): Comparison['operator'] {
    const token = this.take().toLowerCase();
    const operator = operators.find((each) => each === token);
    if (operator) return operator;
    throw this.invalid();
  }

  /** Reads a JSON text, number, boolean or null. Entra ID writes booleans with a capital letter. */
  private readValue(): string | number | boolean | null {
    const token = this.take();
    try {
      const value = JSON.parse(token.startsWith('"') ? token : token.toLowerCase()) as unknown;
      const isText = typeof value === 'string' && !value.includes('\0');
      if (isText || value === null || typeof value === 'number' || typeof value === 'boolean') return value;
    } catch {
      // Refused below.
    }
    throw new ScimError(
      400,
      this.scimType,
      'A value of the filter is not a valid JSON text, number or boolean.',
    );
  }

  private take(): string {
    const token = this.tokens.pop();
    if (token === undefined) throw this.invalid();
    return token;
  }

  private invalid(): ScimError {
    const form = 'userName eq "ada@example.org" or (name.familyName sw "L" and active eq true)';
    return new ScimError(400, this.scimType, `The filter is invalid. A valid one is: ${form}.`);
  }
}
