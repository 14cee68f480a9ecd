import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A disk in memory that a test can fill. Its user must be allowed to mount one. */
export class SmallDisk {
  private readonly filler: string;

  private constructor(private readonly folder: string) {
    this.filler = join(folder, 'filler');
  }

  /** Mounts a disk on a folder. Returns undefined if this user may not mount. */
  static mount(folder: string, megabytes: number): SmallDisk | undefined {
    mkdirSync(folder, { recursive: true });
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], {
        stdio: 'ignore',
      });
    } catch {
      process.stderr.write('*** SKIPPED: the test of a full disk needs permission to mount one. ***\n');
      return undefined;
    }
    return new SmallDisk(folder);
  }

  fill(): void {
    for (const size of [1_048_576, 65_536, 4_096, 512, 1]) {
      try {
        for (;;) writeFileSync(this.filler, Buffer.alloc(size), { flag: 'a' });
      } catch {
        // A smaller chunk may still fit.
      }
    }
  }

  free(): void {
    rmSync(this.filler, { force: true });
  }

  unmount(): void {
    execFileSync('umount', [this.folder]);
  }
}
