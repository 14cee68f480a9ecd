import { Turns } from './turns';

/** Computes for longer than one turn of the event loop may be used. */
function computeLong(): void {
  for (const end = performance.now() + 5; performance.now() < end;);
}

describe('Turns', () => {
  it('runs a step at once while there is little to do', () => {
    const ran: string[] = [];
    new Turns({ isBusy: false }).run('a', () => ran.push('a'));
    expect(ran).toEqual(['a']);
  });

  it('handles other events between long steps, and lets accounts take turns', async () => {
    const turns = new Turns({ isBusy: false });
    const ran: string[] = [];
    const add = (account: string, name: string) =>
      turns.run(account, () => {
        computeLong();
        ran.push(name);
      });
    for (let n = 1; n <= 100; n += 1) add('flood', `flood ${n}`);
    add('other', 'other');
    expect(ran).toEqual(['flood 1']);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(ran.slice(0, 3)).toEqual(['flood 1', 'flood 2', 'other']);
    expect(ran.length).toBeLessThan(10);
  });
});
