import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';
import { findEnglish } from './testing/english';
import { fillPages } from './testing/pages';

let story: ConsoleStory;
let page: Page;

beforeAll(async () => {
  story = await ConsoleStory.start({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', colorScheme: 'dark' });
  page = story.page;
});
afterAll(() => story?.stop());
afterEach(async () => {
  expect(await findEnglish(page)).toEqual([]);
  await story.expectNoProblems();
});

describeInBrowser('the console in Chinese', () => {
  it('uses the language of the browser', async () => {
    await page.goto('/');
    await story.heading('登录').waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('zh-Hans');
    await page.getByLabel('电子邮箱').fill('ada@example.org');
    await page.getByLabel('密码', { exact: true }).fill('correct horse');
    await story.button('登录').click();
    await story.heading('欢迎使用 Drover').waitFor();
  });

  it('adds a device with a Chinese name', async () => {
    await story.button('添加设备').click();
    await page.getByRole('img', { name: '或用设备扫描此二维码' }).waitFor();
    expect(await findEnglish(page)).toEqual([]);
    await story.installation.startAgent('厨房的手机');
    await story.heading('厨房的手机 已连接').waitFor();
    await page.keyboard.press('Escape');
  });

  it('creates a script and runs it', async () => {
    await story.button('新建脚本').click();
    await page.getByLabel('名称', { exact: true }).fill('早安问候');
    await page.getByRole('button', { name: '创建', exact: true }).click();
    await story.heading('早安问候').waitFor();
    await page.getByLabel('脚本代码').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('checkbox', { name: '厨房的手机' }).check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('log').getByText('厨房的手机').first().waitFor();
    await page.getByText('成功', { exact: true }).first().waitFor();
  });

  it('shows no English and has no problems on any page, in dark colours', async () => {
    const problems: [address: string, english: string[], violations: string[]][] = [];
    for (const address of await fillPages(story.installation, 'zh')) {
      await story.open(address);
      problems.push([address, await findEnglish(page), await story.session.findViolations()]);
    }
    expect(problems.filter((found) => found.slice(1).flat().length > 0)).toEqual([]);
  });

  it('switches to English and back without a reload', async () => {
    await story.open('/no-such-page');
    await story.button(/^账户与设置/).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await story.heading('Page not found').waitFor();
    await story.button(/^Account and settings/).click();
    await page.getByRole('menuitemradio', { name: '简体中文' }).click();
    await story.heading('页面不存在').waitFor();
  });
});
