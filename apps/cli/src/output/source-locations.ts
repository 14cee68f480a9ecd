import { relative, resolve } from 'node:path';

/** Creates a function that replaces locations in the device's copy of a script, such as `hello.js:3:7`, with locations in the local file. */
export function createLocationMapper(deviceFile: string, localFile: string): (text: string) => string {
  const escaped = deviceFile.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const location = new RegExp(`(?<![\\w./\\\\-])${escaped}(?=:\\d)`, 'g');
  const shown = relative(process.cwd(), resolve(localFile)) || localFile;
  return (text) => text.replace(location, () => shown);
}
