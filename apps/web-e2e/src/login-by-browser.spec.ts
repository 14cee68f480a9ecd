import { eventually, getProgramPath, Program } from '@drover/test-installation';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

let story: ConsoleStory;
/** The settings folder of a command line without a context. */
let env: NodeJS.ProcessEnv;
let programs: Program[];

beforeAll(async () => {
  story = await ConsoleStory.start();
  await story.installation.startAgent('Workshop');
  await story.signIn();
});
beforeEach(() => {
  env = { XDG_CONFIG_HOME: story.installation.folder };
  programs = [];
});
afterEach(() => Promise.all(programs.map((program) => program.kill())));
afterAll(() => story?.stop());

function start(...args: string[]): Program {
  const cwd = story.installation.folder;
  const program = new Program({ main: getProgramPath('cli'), cwd }, { args, env });
  programs.push(program);
  return program;
}

/** Waits until the output of a program matches, and returns the match. */
async function waitForOutput(program: Program, pattern: RegExp): Promise<string[]> {
  const output = await eventually(
    () => Promise.resolve(program.output),
    (text) => pattern.test(text),
  );
  return pattern.exec(output) ?? [];
}

/** Starts `drover login --browser`, and opens the page whose address it shows. */
async function startLogin(): Promise<Program> {
  const { page, installation } = story;
  const login = start('login', installation.url, '--browser');
  const [address, code] = await waitForOutput(login, /http:\S+\/device\?code=(\w{4}-\w{4})/);
  await page.goto(address);
  await story.button('Continue').click();
  await page.getByText(/drover on .* asks for an access token of yours\./).waitFor();
  await page.getByText(code, { exact: true }).waitFor();
  return login;
}

describeInBrowser('drover login --browser', () => {
  it('gets a token that works when the person approves in the browser', async () => {
    const login = await startLogin();
    await story.expectNoProblems();
    await story.button('Approve').click();
    await story.page.getByText(/^Approved\. Continue in the terminal\./).waitFor();
    expect(await login.waitForExit()).toBe(0);
    const devices = start('devices');
    await waitForOutput(devices, /Workshop/);
    expect(await devices.waitForExit()).toBe(0);
    const { items } = await story.installation.drover.tokens.list();
    expect(items).toContainEqual(expect.objectContaining({ name: expect.stringMatching(/^drover on /) }));
    await story.expectNoProblems();
  });

  it('fails when the person denies', async () => {
    const login = await startLogin();
    await story.button('Deny').click();
    await story.page.getByText('Denied. The program gets no access.').waitFor();
    await waitForOutput(login, /The sign-in was denied in the browser\./);
    expect(await login.waitForExit()).not.toBe(0);
  });
});
