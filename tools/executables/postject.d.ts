declare module 'postject' {
  type Arguments = [file: string, section: string, content: Buffer, options: { sentinelFuse: string }];

  /** Adds a section to an executable, which it overwrites. */
  export function inject(...args: Arguments): Promise<void>;
}
