import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

let story: ConsoleStory;

beforeAll(async () => {
  story = await ConsoleStory.start();
  await story.signIn();
});
afterAll(() => story?.stop());

describeInBrowser('a server that is killed while a page is open', () => {
  it('is reported, and the requested page opens when the server is back', async () => {
    const { page, installation } = story;
    await page.getByRole('heading', { level: 1 }).waitFor();
    await installation.server.kill();
    await page.getByRole('link', { name: 'Schedules' }).click();
    await story.heading('Server unreachable').waitFor();
    expect(await story.session.findViolations()).toEqual([]);
    await installation.startServer();
    await story.heading(/^Schedules/).waitFor();
    expect(new URL(page.url()).pathname).toBe('/schedules');
  });
});
