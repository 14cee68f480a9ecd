import type { ArtifactReply, ArtifactRequest } from '@drover/agent/reports';
import { LIMITS } from '@drover/contract/limits';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Artifact } from './types';

/** A PNG of one pixel: tests have no screen. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The artifacts of a run, in memory. */
export class TestArtifacts {
  readonly saved: Artifact[] = [];

  constructor(private readonly workFolder: string) {}

  handle(request: ArtifactRequest): Exclude<ArtifactReply, { state: 'pending' }> {
    const { name: given, kind, file, isWithoutSpace } = request;
    if (isWithoutSpace) return { state: 'refused', problem: 'the device has no space left' };
    const name = given || (kind === 'image' ? this.nextPictureName() : '');
    const problem = this.findProblem(name);
    if (problem !== undefined) return { state: 'refused', problem };
    const content = file === undefined ? picture : readFileSync(join(this.workFolder, basename(file)));
    this.saved.push({ name, kind, content });
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { state: 'saved', name, size: content.length, sha256 };
  }

  private nextPictureName(): string {
    return `screenshot-${this.saved.filter(({ kind }) => kind === 'image').length + 1}.png`;
  }

  private findProblem(name: string): string | undefined {
    if (name === '') return 'it has no name';
    const maxChars = LIMITS.artifactNameChars;
    if ([...name].length > maxChars) return `its name has more than ${maxChars} characters`;
    return this.saved.some((artifact) => artifact.name === name)
      ? 'the run has an artifact of this name'
      : undefined;
  }
}
