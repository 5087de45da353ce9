import type { FlowDetail } from '@tendril/contract/api/flows';
import { hubPrefix } from '@tendril/contract/api/hub';
import { agentsPrefix } from '@tendril/contract/api/prefixes';
import { createVoiceAgent } from '@tendril/contract/api/voice-agents';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { axeFindings } from './axe-findings.ts';
import { testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { talk } from './talk.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;
/** The id of the only call that is no test. */
let served: string;

beforeAll(async () => {
  server = await startServer();
  client = await new ApiClient(server.url).registerOwner();
  const { data: agent } = await client.call<{ data: { id: string; responseEngineLlmId: string } }>(
    'POST',
    createVoiceAgent.path,
    { agentName: 'Bakery' },
  );
  await client.call('PUT', `${hubPrefix}/llms/${agent.responseEngineLlmId}`, {
    credentialId: 'demo',
    beginMode: 'user',
    generalPrompt: 'The shop opens at seven in the morning.',
  });
  served = await talk(client, agent.id, 'live', 'audio');
  await talk(client, agent.id, 'draft', 'text');
});
afterAll(() => server?.remove());

it('calls are listed without tests, narrowed by filters, and opened with sound, words, trace and figures', async () => {
  const page = await browser.visit(server.url, { session: 'shared' });
  const table = page.getByRole('table', { name: 'Calls' });
  await page.goto(`${server.url}/calls`);
  await expect.poll(() => table.getByRole('link').count()).toBe(1);
  await page.goto(`${server.url}/calls?kind=test`);
  await expect.poll(() => table.getByText('Draft').count()).toBe(1);
  await page.goto(`${server.url}/calls?search=nobody`);
  await expect.poll(() => page.getByText('No call matches').isVisible()).toBe(true);

  await findByWhatHappened(page, table);
  await table.getByRole('link').click();
  await expect.poll(() => page.url()).toContain(served);
  const transcript = page.getByRole('log', { name: 'Transcript' });
  await expect.poll(() => transcript.getByText('When does the shop open?').isVisible()).toBe(true);
  await expect.poll(() => transcript.getByText('seven in the morning').isVisible()).toBe(true);
  expect(
    await page.getByRole('img', { name: 'Caller and agent over the length of the call' }).isVisible(),
  ).toBe(true);
  // Who speaks is said in a narrow window, too.
  await page.setViewportSize({ width: 400, height: 800 });
  expect(await transcript.getByText('Caller', { exact: true }).first().isVisible()).toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await page.locator('audio').getAttribute('src')).toContain('.wav');
  expect(await page.getByText('No webhook was sent for this call.').isVisible()).toBe(true);
  if (process.env['LOOK']) await page.screenshot({ path: `${process.env['LOOK']}/call.png` });
  if (process.env['LOOK']) await look(page, 'call');
  await page.goto(`${server.url}/calls?reason=user_hangup`);
  await expect.poll(() => table.getByRole('link').count()).toBe(1);
  if (process.env['LOOK']) await look(page, 'calls');
});

async function look(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark'])
    for (const width of [1400, 800, 400]) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate((mode) => document.documentElement.setAttribute('data-theme', mode), theme);
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${process.env['LOOK']}/${name}-${theme}-${width}.png`, fullPage: true });
    }
}

/** By what was said and how it went; the address and a saved view hold it. */
async function findByWhatHappened(page: Page, table: Locator): Promise<void> {
  await page.goto(`${server.url}/calls`);
  const said = page.getByRole('textbox', { name: 'Words said' });
  await said.fill('seven in the');
  await expect.poll(() => page.url()).toContain('said=seven+in+the');
  await expect.poll(() => table.getByRole('link').count()).toBe(1);
  await said.fill('eleven in the');
  await page.getByText('No call matches').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('button', { name: 'More filters' }).press('Enter');
  await page.getByRole('button', { name: 'Reason of the end: Any end' }).press('Enter');
  await page.getByRole('menuitemradio', { name: 'The caller hung up' }).click();
  await page.getByRole('textbox', { name: 'Answers over ms' }).fill('600000');
  await page.getByText('No call matches').waitFor();
  await page.getByRole('textbox', { name: 'Answers over ms' }).fill('');
  await page.getByRole('textbox', { name: 'Cost over USD' }).fill('0');
  await expect.poll(() => table.getByRole('link').count()).toBe(1);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Hung up');
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
  await page.goto(`${server.url}/calls`);
  await page.getByRole('button', { name: 'Hung up', exact: true }).first().click();
  await expect.poll(() => page.url()).toMatch(/reason=user_hangup&costlier=0$/);
  await expect.poll(() => table.getByRole('link').count()).toBe(1);
}

it('the flow that answered a stored call is drawn beside its trace, and its run is a press away', async () => {
  const flow = await client.call<FlowDetail>('POST', 'flows/starters/support-bot', {});
  const { draftRevision } = await client.call<FlowDetail>('GET', `flows/${flow.id}`);
  await client.send('POST', `flows/${flow.id}/publish`, {}, { 'if-match': String(draftRevision) });
  const { data: agent } = await client.call<{ data: { id: string; responseEngineLlmId: string } }>(
    'POST',
    createVoiceAgent.path,
    { agentName: 'Help desk' },
  );
  await client.call('PUT', `${hubPrefix}/llms/${agent.responseEngineLlmId}`, { beginMode: 'user' });
  const brain = { type: 'flow', flowId: flow.id, versionId: null };
  await client.call('PUT', `${agentsPrefix}/${agent.id}/settings`, { brain });
  const id = await talk(client, agent.id, 'live', 'text');

  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(`${server.url}/calls/${id}`);
  const drawing = page.getByRole('figure', { name: flow.name });
  const nodes = drawing.locator('.react-flow__node:not(.react-flow__node-stickyNote)');
  await nodes.first().waitFor();
  const drawn = flow.flowData.nodes.filter(({ data }) => data.name !== 'stickyNote');
  expect(await nodes.count()).toBe(drawn.length);
  // A press on a node moves the playhead to its work, and lights it; the playhead lights what works where it stands.
  const answering =
    drawn.find(({ data }) => data.category === 'Chains' || data.category === 'Agents') ?? drawn[0];
  const working = new RegExp(`^Working: .*${answering?.data.label}`);
  const playhead = page.getByRole('slider', { name: 'Playhead' });
  expect(await playhead.getAttribute('aria-valuenow')).toBe('0');
  await drawing.locator(`.react-flow__node[data-id="${answering?.id}"]`).click();
  await page.getByText(working).waitFor();
  await playhead.press('End');
  await page.getByText(working).waitFor({ state: 'detached' });
  await page.locator(`.react-flow__node[data-id="${answering?.id}"]`).press('Enter');
  await page.getByText(working).waitFor();
  if (process.env['LOOK']) await page.screenshot({ path: `${process.env['LOOK']}/flow-call.png` });
  const trace = page.getByRole('list', { name: 'Trace' });
  await trace.getByRole('button', { name: /^Flow/ }).click();
  const run = trace.getByRole('link', { name: 'Open run on canvas' });
  expect(await run.getAttribute('href')).toMatch(new RegExp(`/canvas/${flow.id}\\?run=[0-9a-f-]{36}$`));
});
