const browsers: [name: string, pattern: RegExp][] = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrom(e|ium)\//],
  ['Safari', /Safari\//],
];
const systems: [name: string, pattern: RegExp][] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
];

/** Names a session by its browser and system, so that its person recognizes it. */
export function describeBrowser(userAgent: string): string {
  const [browser, system] = [browsers, systems].map(
    (names) => names.find(([, pattern]) => pattern.test(userAgent))?.[0],
  );
  return [browser, system].filter(Boolean).join(', ') || 'Session';
}
