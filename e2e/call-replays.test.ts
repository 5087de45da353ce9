import { AxeBuilder } from '@axe-core/playwright';
import { hubPrefix } from '@tendril/contract/api/hub';
import { createVoiceAgent, publishAgent } from '@tendril/contract/api/voice-agents';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { talk } from './talk.ts';
import { untilStill } from './until-still.ts';

const browser = testBrowser();
/** A replay is a job, which may wait for others. */
const patienceMs = 60_000;
let server: LocalServer;
let client: ApiClient;
let agentId: string;
let llmId: string;

beforeAll(async () => {
  server = await startServer({ patienceMs: 120_000 });
  client = await new ApiClient(server.url).registerOwner();
  const { data } = await client.call<{ data: { id: string; responseEngineLlmId: string } }>(
    'POST',
    createVoiceAgent.path,
    { agentName: 'Bakery' },
  );
  agentId = data.id;
  llmId = data.responseEngineLlmId;
  await prompt('The shop opens at seven in the morning.');
  await client.call('POST', publishAgent.path.replace(':id', agentId), {});
}, 180_000);
afterAll(() => server?.remove());

const prompt = (generalPrompt: string) =>
  client.call('PUT', `${hubPrefix}/llms/${llmId}`, {
    credentialId: 'demo',
    beginMode: 'user',
    generalPrompt,
  });

/** Looks at a page in both themes at three widths: nothing is cut off, and in the narrowest nothing is wrong. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env['LOOK'];
  for (const width of [1280, 768, 400]) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(width);
    for (const theme of ['light', 'dark'] as const) {
      if (!folder && width > 400) continue;
      await page.evaluate((value) => {
        document.documentElement.dataset['theme'] = value;
      }, theme);
      await untilStill(page);
      if (folder) await page.screenshot({ path: `${folder}/${name}-${theme}-${width}.png`, fullPage: true });
      if (width > 400) continue;
      const { violations } = await new AxeBuilder({ page }).include('main').analyze();
      const found = violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => String(target))]);
      expect([name, theme, found]).toEqual([name, theme, []]);
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

it('a call is walked through with the playhead, by pointer and by keys, and each line and piece of work leads to it', async () => {
  const id = await talk(client, agentId, 'live', 'audio', [0, 1, 2, 4, 5]);
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(`${server.url}/calls/${id}`);
  const playhead = page.getByRole('slider', { name: 'Playhead' });
  const transcript = page.getByRole('log', { name: 'Transcript' });
  const trace = page.getByRole('list', { name: 'Trace' });
  const current = transcript.locator('[aria-current]');
  await transcript.getByText('When does the shop open?').waitFor();
  // The caller typed, so that only the agent was heard.
  const health = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Audio health' }) });
  await health
    .last()
    .getByText(/^-\d+ dB · peak -?\d+ dB$/)
    .waitFor();
  const measured = await health.last().getByRole('definition').allTextContents();
  expect([measured[0], measured[2], measured[4]]).toEqual(['Never', '0.0 s · 0 %', 'Nothing heard']);
  const packets = health.last().getByRole('table', { name: 'Packets' });
  const counted = await packets.getByRole('row').last().getByRole('cell').allTextContents();
  expect(counted.slice(0, 3)).toEqual(['5', '1', '0']);
  expect(measured[3]).toMatch(/^[1-9]\d*\.\d s · [1-9]\d* %$/);

  await transcript
    .getByRole('button', { name: /^Go to/ })
    .last()
    .press('Enter');
  await expect.poll(() => current.textContent()).toContain('seven in the morning');
  const placed = Number(await playhead.getAttribute('aria-valuenow'));
  expect(placed).toBeGreaterThan(0);
  await playhead.press('Home');
  await expect.poll(() => playhead.getAttribute('aria-valuenow')).toBe('0');
  await playhead.press('End');
  await expect.poll(() => current.count()).toBe(1);
  await trace.getByRole('button', { name: /demo-1/ }).press('Enter');
  await expect.poll(() => trace.locator('button[aria-current]').textContent()).toContain('demo-1');
  await trace.getByText('You are on a call').waitFor();
  const box = await playhead.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 2, (box?.y ?? 0) + 40);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 40, { steps: 4 });
  await page.mouse.up();
  const half = Number(await playhead.getAttribute('aria-valuemax')) / 2;
  await expect
    .poll(async () => Math.abs(Number(await playhead.getAttribute('aria-valuenow')) - half))
    .toBeLessThan(1.6);
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await page.getByText('on this server').first().waitFor();
  await look(page, 'call');
}, 180_000);

it('a call becomes a test, is rewound to a line, and is replayed against a changed draft with the difference', async () => {
  const id = await talk(client, agentId, 'live', 'text');
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(`${server.url}/calls/${id}`);
  const transcript = page.getByRole('log', { name: 'Transcript' }).first();
  await transcript.getByText('When does the shop open?').waitFor();

  await transcript.getByRole('button', { name: /^Make a test up to/ }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/Says: .*seven in the morning/).waitFor();
  await dialog.getByRole('button', { name: 'Save test' }).press('Enter');
  await page.getByText('The test was saved').waitFor();
  const { data: cases } = await client.call<{ data: { caller: object; checks: object[] }[] }>(
    'GET',
    `${createVoiceAgent.path}/${agentId}/simulations`,
  );
  expect(cases[0]).toMatchObject({
    caller: { type: 'script', lines: ['When does the shop open?'] },
    checks: [{ type: 'says', text: expect.stringContaining('seven') }],
  });

  await prompt('The shop opens at nine in the evening.');
  await transcript.getByRole('button', { name: /^Rewind to/ }).press('Enter');
  await dialog.getByRole('button', { name: 'Start' }).press('Enter');
  const words = dialog.getByRole('textbox', { name: 'What the caller says' });
  await expect.poll(() => words.inputValue()).toBe('When does the shop open?');
  await expect.poll(() => dialog.getByRole('button', { name: 'Send' }).isEnabled()).toBe(true);
  await words.press('Enter');
  await dialog.getByText('nine in the evening').waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Replay', exact: true }).press('Enter');
  await dialog.getByRole('button', { name: 'Start replay' }).press('Enter');
  const turns = page.getByRole('region', { name: 'Replay' });
  await turns
    .getByRole('region', { name: 'Then' })
    .getByText('seven in the morning')
    .waitFor({ timeout: patienceMs });
  await turns.getByRole('region', { name: 'Now' }).getByText('nine in the evening').waitFor();
  await turns.getByText(/Words · \d+ % alike/).waitFor();
  await look(page, 'replay');
}, 180_000);

it('views of the list are saved for oneself or for all, and several calls are replayed at once', async () => {
  await talk(client, agentId, 'live', 'text');
  await talk(client, agentId, 'live', 'text');
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(`${server.url}/calls?direction=inbound&since=week`);
  const table = page.getByRole('table', { name: 'Calls' });
  await expect.poll(() => table.getByRole('link').count()).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Save view' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Inbound this week');
  await dialog.getByLabel('Share with the workspace').check();
  await dialog.getByRole('button', { name: 'Save view' }).press('Enter');
  const views = page.getByRole('group', { name: 'Views' });
  await expect
    .poll(() => views.getByRole('button', { name: /^Inbound this week/ }).getAttribute('aria-pressed'))
    .toBe('true');
  await views.getByRole('button', { name: 'All calls' }).press('Enter');
  await expect.poll(() => page.url()).not.toContain('direction');
  await page.reload();
  await views.getByRole('button', { name: /^Inbound this week/ }).press('Enter');
  await expect.poll(() => page.url()).toContain('direction=inbound');
  await look(page, 'calls');

  const boxes = table.getByRole('checkbox', { name: /^Select (?!all)/ });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByRole('button', { name: 'Replay 2 calls' }).press('Enter');
  await dialog.getByRole('button', { name: 'Start replay' }).press('Enter');
  await page.getByText('2 calls against Draft').waitFor();
  const replayed = page.getByRole('table', { name: 'Replayed calls' });
  await expect.poll(() => replayed.getByText('Other words').count(), { timeout: patienceMs }).toBe(2);
  await look(page, 'replays');
}, 180_000);
