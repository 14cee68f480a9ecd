import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** The programs that stories with a screen run. */
const programs = ['Xvfb', 'scrot', 'xmessage', 'xwininfo'];

/** An X11 screen of 640 × 480 pixels that nobody sees. */
export class Screen {
  private constructor(
    private readonly server: ChildProcess,
    /** The value of DISPLAY. */
    readonly display: string,
  ) {}

  static isInstalled(): boolean {
    return programs.every((name) => spawnSync('which', [name]).status === 0);
  }

  static async start(): Promise<Screen> {
    const size = ['-screen', '0', '640x480x24'];
    // By default, Xvfb resets itself when its last client disconnects, and drops connections that are being opened.
    const server = spawn('Xvfb', ['-displayfd', '1', ...size, '-nolisten', 'tcp', '-noreset'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [number] = (await once(server.stdout, 'data')) as [Buffer];
    return new Screen(server, `:${number.toString().trim()}`);
  }

  async close(): Promise<void> {
    const exited = once(this.server, 'exit');
    this.server.kill();
    await exited;
  }
}
