import type { Steps } from '../tasks/steps';

/** Longer patterns are searched in parts of this length. */
const partChars = 32;

/** Base of the rolling hash. Odd, so that no bit of a character is lost modulo 2^32. */
const base = 0x01000193;

/** Characters of a text, and patterns, that are searched or added in one step. */
const stepChars = 4096;
const stepPatterns = 128;

/**
 * Finds many texts in another text, in time linear in both. It hashes each window of the text (Rabin and Karp) and looks
 * up only those whose hash is known. An Aho-Corasick automaton would need a node for each character of a pattern, which
 * takes seconds and hundreds of megabytes for the secrets that one run may have.
 *
 * A pattern longer than 32 characters is searched in parts of 32, so each part is also found alone.
 */
export class PatternSet {
  private constructor(private readonly groups: PatternGroup[]) {}

  static *create(patterns: Iterable<string>): Steps<PatternSet> {
    const byLength = new Map<number, Set<string>>();
    for (const pattern of patterns) {
      yield;
      for (const part of partsOf(pattern)) {
        const texts = byLength.get(part.length) ?? new Set();
        byLength.set(part.length, texts.add(part));
      }
    }
    const groups: PatternGroup[] = [];
    for (const [length, texts] of byLength) groups.push(yield* PatternGroup.create(length, texts));
    return new PatternSet(groups);
  }

  get isEmpty(): boolean {
    return this.groups.length === 0;
  }

  /** Replaces each stretch of a text that patterns cover. Patterns that overlap or touch are one stretch. */
  *replace(text: string, replacement: string): Steps<string> {
    let ends: Int32Array | undefined;
    for (const group of this.groups) {
      yield* group.find(text, (start, end) => {
        ends ??= new Int32Array(text.length);
        ends[start] = Math.max(ends[start], end);
      });
    }
    return ends ? replaceRanges(text, ends, replacement) : text;
  }
}

function partsOf(pattern: string): string[] {
  if (pattern.length <= partChars) return pattern === '' ? [] : [pattern];
  const parts: string[] = [];
  for (let at = 0; at + partChars <= pattern.length; at += partChars) {
    parts.push(pattern.slice(at, at + partChars));
  }
  return [...parts, pattern.slice(-partChars)];
}

/** Replaces the ranges from each index to its end, where 0 is no range. */
function replaceRanges(text: string, ends: Int32Array, replacement: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (ends[at] === 0) continue;
    kept.push(text.slice(from, at));
    let end = ends[at];
    for (at += 1; at <= end && at < text.length; at += 1) end = Math.max(end, ends[at]);
    from = end;
    at = end - 1;
  }
  return [...kept, text.slice(from)].join(replacement);
}

/** Patterns of one length. */
class PatternGroup {
  /** One bit for each hash that a pattern has, so that most windows are not looked up. */
  private readonly filter: Uint8Array;
  private readonly shift: number;
  /** The factor of a character that leaves the window. */
  private readonly leaving: number;

  private constructor(
    private readonly length: number,
    private readonly texts: Set<string>,
  ) {
    const bits = Math.min(30, Math.max(10, Math.ceil(Math.log2(texts.size * 16))));
    this.filter = new Uint8Array(2 ** bits / 8);
    this.shift = 32 - bits;
    let leaving = 1;
    for (let i = 1; i < length; i += 1) leaving = Math.imul(leaving, base);
    this.leaving = leaving;
  }

  static *create(length: number, texts: Set<string>): Steps<PatternGroup> {
    const group = new PatternGroup(length, texts);
    let count = 0;
    for (const text of texts) {
      const slot = group.slotOf(hashOf(text, length));
      group.filter[slot >>> 3] |= 1 << (slot & 7);
      if ((count += 1) % stepPatterns === 0) yield;
    }
    return group;
  }

  *find(text: string, onFound: (start: number, end: number) => void): Steps<void> {
    for (let from = 0; from + this.length <= text.length; from += stepChars) {
      this.findFrom(from, text, onFound);
      yield;
    }
  }

  /**
   * Reports patterns that begin in the next characters, except those that lie within the text that the reported ones cover.
   * Among the candidates that overlap or touch a pattern, it looks for the last one that is a pattern, so that a repetitive
   * text needs few look-ups.
   */
  private findFrom(from: number, text: string, onFound: (start: number, end: number) => void): void {
    const { length, leaving, filter } = this;
    const last = Math.min(from + stepChars, text.length - length + 1) - 1;
    let hash = hashOf(text.slice(from, from + length), length);
    const waiting: number[] = [];
    let coveredUntil = from;
    for (let start = from; ; start += 1) {
      const slot = this.slotOf(hash);
      if ((filter[slot >>> 3] & (1 << (slot & 7))) !== 0) waiting.push(start);
      if (waiting.length > 0 && (start >= coveredUntil || start === last)) {
        const found = this.findLast(text, waiting);
        waiting.length = 0;
        if (found !== undefined) onFound(found, (coveredUntil = found + length));
      }
      if (start === last) return;
      hash =
        Math.imul(hash - Math.imul(text.charCodeAt(start), leaving), base) + text.charCodeAt(start + length);
    }
  }

  /** Returns the last of these indexes at which a pattern begins. */
  private findLast(text: string, starts: number[]): number | undefined {
    return starts.findLast((start) => this.texts.has(text.slice(start, start + this.length)));
  }

  /** The upper bits of a product depend on all bits of the hash. */
  private slotOf(hash: number): number {
    return Math.imul(hash, 0x9e3779b1) >>> this.shift;
  }
}

function hashOf(text: string, length: number): number {
  let hash = 0;
  for (let i = 0; i < length; i += 1) hash = Math.imul(hash, base) + text.charCodeAt(i);
  return hash;
}
