import { agentsPrefix } from '@tendril/contract/api/prefixes';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { axeFindings } from './axe-findings.ts';
import { testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { untilStill } from './until-still.ts';

let server: LocalServer;
let client: ApiClient;
const browser = testBrowser();

beforeAll(async () => {
  server = await startServer();
  client = await new ApiClient(server.url).registerOwner();
});
afterAll(() => server?.remove());

async function openPicker(): Promise<Page> {
  const { data } = await client.call<{ data: { id: string } }>('POST', agentsPrefix, {
    agentName: 'Front desk',
  });
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(`/agent/${data.id}`);
  await page.getByRole('button', { name: 'Adrian' }).click();
  await page.getByRole('dialog', { name: 'Select Voice' }).waitFor();
  return page;
}

const isPlaying = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll('audio')].filter((audio) => !audio.paused).length);

describe('Select Voice', () => {
  it('is walked by keys with one stop of Tab for all voices, and has no finding in either theme', async () => {
    const page = await openPicker();
    const dialog = page.getByRole('dialog', { name: 'Select Voice' });
    const grid = dialog.getByRole('grid', { name: 'Voices' });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await dialog.getByRole('button', { name: 'Add custom voice' }).focus();
    await press('Tab');
    expect(await focused()).toBe('Choose Adrian');
    await press('ArrowRight');
    expect(await focused()).toBe('Copy voice ID of Adrian');
    await press('Tab');
    expect(await grid.locator(':focus').count()).toBe(0);
    await press('Shift+Tab');
    expect(await focused()).toBe('Copy voice ID of Adrian');
    await press('ArrowLeft', 'ArrowLeft', 'Enter');
    expect(await focused()).toBe('Pause Adrian');
    await expect.poll(() => isPlaying(page)).toBe(1);
    expect(await grid.locator('[tabindex="0"]').count()).toBe(1);
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
      await untilStill(page);
      expect(await axeFindings(page, { part: '[role="dialog"]' })).toEqual([]);
    }
    await press('ArrowRight', 'ArrowDown');
    const chosen = (await focused()).replace('Choose ', '');
    await press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('[data-voice-name]', { hasText: chosen }).waitFor();
  });

  it('VPICK-11, VPICK-13, VPICK-14, VPICK-16 to VPICK-18: previews are heard one at a time, and a chosen row is saved', async () => {
    const page = await openPicker();
    await page.getByRole('button', { name: 'Play Adrian' }).click();
    await page.getByRole('button', { name: 'Pause Adrian' }).waitFor();
    await expect.poll(() => isPlaying(page)).toBe(1);
    await page.getByRole('button', { name: 'Play Amara' }).click();
    await page.getByRole('button', { name: 'Pause Amara' }).waitFor();
    await page.getByRole('button', { name: 'Play Adrian' }).waitFor();
    await expect.poll(() => isPlaying(page)).toBe(1);

    const answered = Promise.withResolvers<void>();
    await page.route(`**${agentsPrefix}/*`, async (route) => {
      if (route.request().method() === 'PUT') await answered.promise;
      await route.continue();
    });
    const saved = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('row', { name: /Bram/ }).getByText('German').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await isPlaying(page)).toBe(0);
    await page.locator('[data-voice-name]', { hasText: 'Bram' }).waitFor();
    expect((await saved).postDataJSON()).toEqual({ voiceId: '11labs-Bram' });
    answered.resolve();
  });

  it('VPICK-15, ERR-01: a preview that is not there is logged, and nothing else happens', async () => {
    const page = await openPicker();
    browser.allow(page, /preview/i, /404/, /Failed to load resource/);
    await page.route('**/preview*', (route) => route.fulfill({ status: 404, body: 'gone' }));
    const logged = page.waitForEvent('console', (message) => /preview of Adrian/.test(message.text()));
    await page.getByRole('button', { name: 'Play Adrian' }).click();
    await logged;
    await page.getByRole('button', { name: 'Play Adrian' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('SP-81: a voice of one’s own with a recording is added, heard and deleted', async () => {
    const page = await openPicker();
    await page.getByRole('tab', { name: 'Deepgram' }).click();
    await page.getByRole('button', { name: 'Add custom voice' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add custom voice' });
    await dialog.getByLabel('Name').fill('Marble');
    await dialog.getByLabel(/voice ID/).fill('aura-2-marble-en');
    const preview = await client.send(
      'GET',
      `${agentsPrefix.replace(/agents$/, 'voices')}/11labs-Adrian/preview`,
    );
    const buffer = Buffer.from(await preview.arrayBuffer());
    await dialog
      .getByLabel('Choose recording')
      .setInputFiles({ name: 'marble.wav', mimeType: 'audio/wav', buffer });
    await dialog.getByRole('button', { name: 'Add voice' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByRole('tab', { name: 'Deepgram' }).getAttribute('aria-selected')).toBe('true');
    await page.getByRole('button', { name: 'Play Marble' }).click();
    await page.getByRole('button', { name: 'Pause Marble' }).waitFor();
    await page.getByRole('button', { name: 'Delete Marble' }).click();
    await page.getByRole('button', { name: 'Delete voice' }).click();
    await page.getByRole('button', { name: 'Choose Marble' }).waitFor({ state: 'detached' });
  });
});
