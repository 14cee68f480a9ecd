import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** How long a program may take. */
const timeoutMs = 20_000;

/** A program that writes a picture of the whole screen to a PNG file. */
interface CaptureProgram {
  name: string;
  /** Returns its arguments. The picture goes to `path`. */
  args: (path: string) => string[];
}

const waylandPrograms: CaptureProgram[] = [
  { name: 'grim', args: (path) => [path] },
  { name: 'gnome-screenshot', args: (path) => ['--file', path] },
  { name: 'spectacle', args: (path) => ['--background', '--nonotify', '--fullscreen', '--output', path] },
];

const x11Programs: CaptureProgram[] = [
  { name: 'scrot', args: (path) => ['--overwrite', path] },
  { name: 'maim', args: (path) => [path] },
  { name: 'import', args: (path) => ['-window', 'root', path] },
  ...waylandPrograms.slice(1),
];

const macPrograms: CaptureProgram[] = [{ name: 'screencapture', args: (path) => ['-x', '-t', 'png', path] }];

const windowsScript = `
Add-Type -AssemblyName System.Windows.Forms, System.Drawing
$bounds = [System.Windows.Forms.SystemInformation]::VirtualScreen
$picture = New-Object System.Drawing.Bitmap $bounds.Width, $bounds.Height
[System.Drawing.Graphics]::FromImage($picture).CopyFromScreen($bounds.Location, [System.Drawing.Point]::Empty, $bounds.Size)
$picture.Save($env:DROVER_PICTURE, [System.Drawing.Imaging.ImageFormat]::Png)`;

const windowsPrograms: CaptureProgram[] = [
  { name: 'powershell.exe', args: () => ['-NoProfile', '-NonInteractive', '-Command', windowsScript] },
];

/** There is no picture. The message completes "it was left out: …". */
export class NoPictureError extends Error {}

/** Runs that take pictures at the same time wait for one another. */
let lastCapture: Promise<unknown> = Promise.resolve();

/** Writes a picture of the screen to a PNG file. Rejects with a NoPictureError if there is no screen or no program. */
export function captureScreen(path: string): Promise<void> {
  const capture = lastCapture.then(() => runProgram(path));
  lastCapture = capture.catch(() => undefined);
  return capture;
}

async function runProgram(path: string): Promise<void> {
  const programs = findPrograms();
  const program = programs.find(({ name }) => isInstalled(name));
  if (!program) {
    const names = programs.map(({ name }) => name).join(', ');
    throw new NoPictureError(`the device needs one of these programs to take pictures: ${names}`);
  }
  try {
    const env = { ...process.env, DROVER_PICTURE: path };
    await promisify(execFile)(program.name, program.args(path), {
      timeout: timeoutMs,
      env,
      windowsHide: true,
    });
  } catch (error) {
    throw new NoPictureError(`${program.name} failed: ${describe(error as ExecError)}`, { cause: error });
  }
  if (!existsSync(path)) throw new NoPictureError(`${program.name} wrote no picture`);
}

type ExecError = Error & { stderr?: string; killed?: boolean };

function describe({ message, stderr, killed }: ExecError): string {
  if (killed) return `it took longer than ${timeoutMs / 1000} s`;
  return (stderr?.trim() || message).replace(/\s+/g, ' ').slice(0, 200);
}

/** Returns the programs for this system, the best first. */
function findPrograms(): CaptureProgram[] {
  if (process.platform === 'darwin') return macPrograms;
  if (process.platform === 'win32') return windowsPrograms;
  const { WAYLAND_DISPLAY, DISPLAY } = process.env;
  if (WAYLAND_DISPLAY) return waylandPrograms;
  if (DISPLAY) return x11Programs;
  throw new NoPictureError('the device has no screen: the agent has neither DISPLAY nor WAYLAND_DISPLAY');
}

function isInstalled(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
}
