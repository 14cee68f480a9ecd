import { relative, resolve } from 'node:path';

/** Replaces places in a script as the device names it, such as `hello.js:3:7`, by places in the local file. */
export function localPlaces(deviceFile: string, localFile: string): (text: string) => string {
  const escaped = deviceFile.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const place = new RegExp(`(?<![\\w./\\\\-])${escaped}(?=:\\d)`, 'g');
  const shown = relative(process.cwd(), resolve(localFile)) || localFile;
  return (text) => text.replace(place, () => shown);
}
