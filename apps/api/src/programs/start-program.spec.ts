import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startChild } from '../testing/child';
import { eventually } from '../testing/eventually';
import { startProgram } from './start-program';

const env = { PATH: process.env.PATH };
const startShell = (script: string, input = '') =>
  startProgram({ program: '/bin/sh', args: ['-c', script], cwd: '/', env, input });

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function firstLine(output: AsyncIterable<Buffer>): Promise<string> {
  for await (const part of output) return part.toString().trim();
  return '';
}

describe('startProgram', () => {
  it('runs a program with its input, its folder and exactly its environment', async () => {
    process.env.DROVER_SECRET = 'secret';
    const { output, ended } = startShell('cat; pwd; env; echo problem >&2; exit 3', 'input\n');
    expect((await text(output)).split('\n').filter((line) => !/^(PWD|SHLVL|_|OLDPWD)=/.test(line))).toEqual([
      ...['input', '/', `PATH=${process.env.PATH}`],
      '',
    ]);
    expect(await ended).toEqual({ code: 3, errors: 'problem\n' });
    delete process.env.DROVER_SECRET;
  });

  it('starts programs from a single process outside the server', async () => {
    const parents = await Promise.all([1, 2].map(() => text(startShell('echo $PPID').output)));
    expect(parents[0]).toMatch(/^\d+\n$/);
    expect(parents[0]).toBe(parents[1]);
    expect(Number(parents[0])).not.toBe(process.pid);
  });

  it('transfers megabytes of input and output', async () => {
    const input = 'é'.repeat(4_000_000);
    expect((await text(startShell('cat', input).output)) === input).toBe(true);
  });

  it('rejects with ENOENT if the program does not exist', async () => {
    const { output, ended } = startProgram({ program: 'no-such-program', args: [], env });
    await expect(ended).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await text(output)).toBe('');
  });

  it('kills a program and its child processes', async () => {
    const program = startShell('sleep 1000 & echo $!; wait');
    const pid = Number(await firstLine(program.output));
    expect(isAlive(pid)).toBe(true);
    program.kill();
    expect(await program.ended).toMatchObject({ code: null });
    await eventually(async () => expect(isAlive(pid)).toBe(false));
  });

  it('fails running programs when the helper process is killed, and starts a new helper for the next one', async () => {
    const program = startShell('echo $PPID; exec sleep 1000');
    const former = Number(await firstLine(program.output));
    process.kill(former, 'SIGKILL');
    await expect(program.ended).rejects.toThrow('the helper process has ended');
    const next = Number(await text(startShell('echo $PPID').output));
    expect(isAlive(next)).toBe(true);
    expect(next).not.toBe(former);
  });

  it('kills running programs when the server is killed', async () => {
    const server = startChild(`
      const { startProgram } = require(${JSON.stringify(join(__dirname, 'start-program.ts'))});
      const env = { PATH: process.env.PATH };
      const { output } = startProgram({ program: '/bin/sh', args: ['-c', 'echo $$; exec sleep 1000'], env });
      output.on('data', (pid) => console.log(String(pid).trim()));
    `);
    const pid = Number(await server.nextLine());
    expect(isAlive(pid)).toBe(true);
    await server.kill();
    await eventually(async () => expect(isAlive(pid)).toBe(false));
  });
});
