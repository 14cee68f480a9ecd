import { DeviceFrame, ServerFrame } from '@drover/contract';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = readFileSync(join(__dirname, '../../docs/device-link.md'), 'utf8');
const chapters = page.split(/^## /m);

/** Returns the headings of a chapter: `Hello`, `Accepted` … */
function headingsOf(chapter: string): string[] {
  const text = chapters.find((candidate) => candidate.startsWith(chapter)) ?? '';
  return Array.from(text.matchAll(/^### (\w+)$/gm), ([, heading]) => heading ?? '');
}

/** Returns the frames' names as the page writes them: `hello` is Hello. */
function namesOf({ options }: typeof DeviceFrame | typeof ServerFrame): string[] {
  return options.map(({ shape }) => shape.type.value.replace(/^./, (letter) => letter.toUpperCase()));
}

describe('docs/device-link.md', () => {
  it.each([
    { chapter: 'Device frames', frames: DeviceFrame },
    { chapter: 'Server frames', frames: ServerFrame },
  ])('has a heading for each frame under "$chapter", in order', ({ chapter, frames }) => {
    expect(headingsOf(chapter)).toEqual(namesOf(frames));
  });
});
