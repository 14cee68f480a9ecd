import { chromium, type Browser, type Page } from 'playwright-core';
import type { Service } from './service';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Launches the system's Chromium. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}

/** Signs in to the console of a server. */
export async function signIn(page: Page, { email, password }: Service): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Overview' }).waitFor();
}
