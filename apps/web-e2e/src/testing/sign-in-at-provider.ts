import type { TestIdentityProvider } from '@drover/test-services';
import type { Page } from 'playwright-core';

/** Signs in at the provider's own page. */
export async function signInAtProvider(
  { issuer }: TestIdentityProvider,
  page: Page,
  login: string,
): Promise<void> {
  await page.waitForURL(`${issuer}/**`);
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}
