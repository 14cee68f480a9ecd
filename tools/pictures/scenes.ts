import type { Page } from 'playwright-core';
import type { Stage } from './stage';

type Scene = (page: Page, stage: Stage) => Promise<void>;

/** Opens what each picture shows, by file name. */
export const scenes: Record<string, Scene> = {
  'edit-run': async (page, { scriptId, agents }) => {
    await page.goto(`/devscripts/${scriptId}`);
    await page.getByLabel('Script code').waitFor();
    await page.keyboard.press('Control+Enter');
    for (const { name } of agents) await page.getByRole('checkbox', { name }).check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('log').getByText('Shelf 23 is empty').first().waitFor();
  },

  job: async (page, { drover, fleet, scriptId }) => {
    const { jobId } = await drover.devscripts.run(scriptId, { devices: fleet });
    await page.goto(`/jobs/${jobId}`);
    await page.getByRole('img', { name: /Succeeded: 1\d\d/ }).waitFor();
  },

  log: async (page, { drover, agents, scriptId }) => {
    const devices = agents.slice(0, 1);
    const { jobId } = await drover.devscripts.run(scriptId, { devices, vars: { shelves: 400 } });
    const { items } = await drover.runs.list({ jobId });
    await page.goto(`/runs/${items[0]?._id}`);
    await page.getByRole('log').getByText('Shelf 46 is empty').waitFor();
  },

  overview: async (page, { drover, fleet, scriptId }) => {
    await drover.devscripts.run(scriptId, { devices: fleet });
    await page.setViewportSize({ width: 1280, height: 1180 });
    await page.goto('/');
    await page.getByText('Price check').first().waitFor();
    await page.getByRole('heading', { name: 'Running now' }).waitFor();
    // The chart is drawn last.
    await page.locator('.recharts-bar-rectangle').first().waitFor();
  },

  // At the end, so that devices have a last run.
  devices: async (page) => {
    await page.goto('/devices');
    await page.getByText('Office desktop').waitFor();
    await page.getByRole('link', { name: 'Succeeded' }).first().waitFor();
  },
};
