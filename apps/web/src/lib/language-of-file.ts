/** The language of a source file, by its name. */
export function languageOfFile(path: string): 'javascript' | 'json' | 'text' {
  if (/\.[cm]?[jt]sx?$/.test(path)) return 'javascript';
  return path.endsWith('.json') ? 'json' : 'text';
}
