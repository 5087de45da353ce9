import { AxeBuilder } from '@axe-core/playwright';
import { hubPrefix } from '@tendril/contract/api/hub';
import { agentsPrefix } from '@tendril/contract/api/prefixes';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { untilStill } from './until-still.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;
let agent: { id: string; responseEngineLlmId: string };

beforeAll(async () => {
  server = await startServer();
  client = await new ApiClient(server.url).registerOwner();
});
beforeEach(async () => {
  agent = (await client.call<{ data: typeof agent }>('POST', agentsPrefix, { agentName: 'Front desk' })).data;
});
afterAll(() => server?.remove());

async function openSection(page: Page, title: string): Promise<Locator> {
  const head = page.getByRole('button', { name: title });
  await head.click();
  // The pane around them is a section too: the innermost is meant.
  return page.locator('section').filter({ has: head }).last();
}

const sections = ['Functions', 'Speech Settings', 'Call Settings'] as const;

/** The three sections, opened. */
async function openEditor(page: Page): Promise<Record<(typeof sections)[number], Locator>> {
  await page.goto(`/agent/${agent.id}`);
  await page.getByRole('button', { name: 'Call Settings' }).waitFor();
  const parts = {} as Record<(typeof sections)[number], Locator>;
  for (const title of sections) parts[title] = await openSection(page, title);
  return parts;
}

/** Looks at the open sections in both themes, wide and narrow: nothing is cut off, and nothing is wrong for readers. */
async function look(page: Page, name: string, parts: readonly Locator[]): Promise<void> {
  const folder = process.env['LOOK'];
  for (const width of [1400, 400]) {
    // High enough to hold a whole section.
    await page.setViewportSize({ width, height: 2000 });
    if (width < 1000)
      await page
        .getByRole('group', { name: 'Editor sections' })
        .getByRole('button', { name: 'Settings', exact: true })
        .click();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(width);
    for (const part of parts)
      expect(await part.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
    for (const theme of ['light', 'dark'] as const) {
      await page.evaluate((value) => {
        document.documentElement.dataset['theme'] = value;
      }, theme);
      await untilStill(page);
      for (const [place, part] of parts.entries())
        if (folder) await part.screenshot({ path: `${folder}/${name}-${place}-${theme}-${width}.png` });
      const { violations } = await new AxeBuilder({ page }).include('main').analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => String(target))])).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

const settings = async () =>
  (await client.call<{ data: Record<string, unknown> }>('GET', `${agentsPrefix}/${agent.id}/settings`)).data;
const functions = async () =>
  (
    await client.call<{ data: { functions: Record<string, unknown>[] } }>(
      'GET',
      `${hubPrefix}/llms/${agent.responseEngineLlmId}`,
    )
  ).data.functions;

it('what telephone lines do is set in the editor, saved with its sections, and found again after a reload', async () => {
  const page = await browser.visit(server.url, { session: 'shared' });
  const first = await openEditor(page);
  const calls = first['Call Settings'];
  await calls.getByRole('radio', { name: 'From a prompt' }).check();
  await calls.getByLabel('Prompt for the message').fill('Ask for a call back at {{clinic_phone}}.');
  // By keyboard alone: the switch, the numbers and the key.
  const menus = calls.getByRole('switch', { name: 'Hang up on phone menus (IVR)' });
  await menus.press('Space');
  expect(await menus.getAttribute('aria-checked')).toBe('true');
  const limit = calls.getByLabel('Digit limit, as a number');
  await limit.fill('51');
  await calls.getByText('Enter a number from 1 to 50').waitFor();
  await limit.fill('6');
  expect(await limit.getAttribute('aria-invalid')).toBeNull();
  await calls.getByLabel('Entry timeout, as a number').fill('4.5');
  await calls.getByLabel('Termination key').selectOption('*');
  const zone = calls.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('Europe/Par');
  await zone.press('Enter');
  await calls.getByText('4 unsaved changes').waitFor();

  const speech = first['Speech Settings'];
  await speech.getByLabel('Background sound').selectOption('call-center');
  await speech.getByLabel('Background volume, as a number').fill('0.4');
  await speech.getByRole('textbox', { name: 'Another word or name' }).fill('Rheumatology');
  await speech.getByRole('textbox', { name: 'Another word or name' }).press('Enter');

  await first.Functions.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Call Transfer', exact: true }).click();
  const transfer = page.getByRole('dialog', { name: 'Call Transfer' });
  expect(await transfer.getByLabel('On hold, the caller hears').count()).toBe(0);
  await transfer.getByRole('radio', { name: 'Warm transfer' }).check();
  await transfer.getByLabel('On hold, the caller hears').selectOption('Relaxing music');
  await transfer.getByRole('button', { name: 'Save' }).click();
  await look(page, 'telephone', [calls, speech]);

  await speech.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Speech settings updated successfully').waitFor();
  await calls.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings updated successfully', { exact: true }).waitFor();
  await expect.poll(async () => (await settings())['boostedKeywords']).toEqual(['Rheumatology']);
  expect(await settings()).toMatchObject({
    voicemailOption: { action: 'prompt', text: 'Ask for a call back at {{clinic_phone}}.' },
    ivrOption: { action: 'hangup' },
    allowUserDtmf: true,
    userDtmfOptions: { digitLimit: 6, terminationKey: '*', timeoutMs: 4500 },
    timezone: 'Europe/Paris',
    ambientSound: 'call-center',
    ambientSoundVolume: 0.4,
  });
  await expect
    .poll(functions)
    .toMatchObject([{ type: 'transfer_call', transferType: 'warm', holdSound: 'relaxing_sound' }]);

  const again = await openEditor(page);
  const found = again['Call Settings'];
  await found.getByRole('radio', { name: 'From a prompt' }).waitFor();
  await expect.poll(() => found.getByLabel('Digit limit, as a number').inputValue()).toBe('6');
  expect(await found.getByRole('radio', { name: 'From a prompt' }).isChecked()).toBe(true);
  expect(await found.getByLabel('Prompt for the message').inputValue()).toContain('call back');
  expect(
    await found.getByRole('switch', { name: 'Hang up on phone menus (IVR)' }).getAttribute('aria-checked'),
  ).toBe('true');
  expect(await found.getByLabel('Entry timeout, as a number').inputValue()).toBe('4.5');
  expect(await found.getByLabel('Termination key').inputValue()).toBe('*');
  expect(await found.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Europe/Paris');
  const heard = again['Speech Settings'];
  expect(await heard.getByLabel('Background volume, as a number').inputValue()).toBe('0.40');
  expect(await heard.getByRole('textbox', { name: 'Expected words 1' }).inputValue()).toBe('Rheumatology');
  await again.Functions.getByRole('button', { name: /^Edit transfer/ }).click();
  const stored = page.getByRole('dialog', { name: 'Call Transfer' });
  expect(await stored.getByLabel('On hold, the caller hears').inputValue()).toBe('relaxing_sound');
  if (process.env['LOOK']) await stored.screenshot({ path: `${process.env['LOOK']}/transfer.png` });
});
