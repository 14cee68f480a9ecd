import { readFileSync } from 'node:fs';

/**
 * Returns the bytes that a process has written and that no file backs, swapped ones included. Programs and libraries do
 * not count, because processes share them. 0 if the process has ended.
 */
export function readMemory(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const fields = status.matchAll(/^(?:RssAnon|RssShmem|VmSwap):\s*(\d+) kB$/gm);
    return [...fields].reduce((bytes, [, kilobytes]) => bytes + Number(kilobytes) * 1024, 0);
  } catch {
    return 0;
  }
}
