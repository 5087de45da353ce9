import { hubPrefix } from '@tendril/contract/api/hub';
import { agentsPrefix } from '@tendril/contract/api/prefixes';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { axeFindings } from './axe-findings.ts';
import { answered, testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { untilStill } from './until-still.ts';

interface Agent {
  id: string;
  agentName: string;
  responseEngineLlmId: string;
}
interface Llm {
  generalPrompt: string;
  functions: { type: string }[];
}

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;

beforeAll(async () => {
  server = await startServer();
  client = await new ApiClient(server.url).registerOwner();
});
beforeEach(async () => {
  for (const { id } of await agents()) await client.call('DELETE', `${agentsPrefix}/${id}`);
});
afterAll(() => server?.remove());

const agents = async () => (await client.call<{ data: Agent[] }>('GET', agentsPrefix)).data;
const make = async (agentName: string, more: object = {}) =>
  (await client.call<{ data: Agent }>('POST', agentsPrefix, { agentName, ...more })).data;
const llmOf = async ({ responseEngineLlmId }: Agent) =>
  (await client.call<{ data: Llm }>('GET', `${hubPrefix}/llms/${responseEngineLlmId}`)).data;

async function open(path = '/agent', options: Parameters<typeof browser.visit>[1] = {}): Promise<Page> {
  const page = await browser.visit(server.url, { session: 'shared', ...options });
  await page.goto(path);
  await page.getByRole('heading', { level: 1, name: 'Voice Agents' }).waitFor();
  return page;
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const detail = (page: Page) => page.getByRole('complementary');

/** Counts the updates of an agent that a page sends. */
function updatesOf(page: Page, id: string): unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith(`${agentsPrefix}/${id}`))
      bodies.push(request.postDataJSON());
  });
  return bodies;
}

it('VDET-14, VDET-15: agents are made blank or from a starter, listed, and deleted after a question', async () => {
  const page = await open();
  await page.getByText('No voice agents yet').waitFor();
  await page.getByRole('button', { name: 'New agent' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create agent' }).click();
  await dialog.getByText('Enter a name.').waitFor();
  await dialog.getByLabel('Name').fill('Fjord desk');
  await dialog.getByRole('radio', { name: /Receptionist/ }).check();
  await dialog.getByRole('button', { name: 'Create agent' }).click();
  // The new agent is open in its editor.
  await page.waitForURL(/\/agent\/[\w-]+$/);
  await page.goBack();
  await row(page, 'Fjord desk').getByRole('link', { name: 'Fjord desk' }).click();
  await detail(page).getByRole('heading', { name: 'Fjord desk' }).waitFor();
  const [made] = await agents();
  const llm = await llmOf(made as Agent);
  expect(llm.generalPrompt).toContain('receptionist');
  expect(llm.functions.map(({ type }) => type)).toEqual(['end_call', 'transfer_call']);

  await detail(page).getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => detail(page).count()).toBe(0);
  await row(page, 'Fjord desk').getByRole('button', { name: 'More actions for Fjord desk' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByText('Delete agent Fjord desk?').waitFor();
  // A press in the menu of a row is none on the row: no detail comes.
  expect(await page.locator('aside').count()).toBe(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No voice agents yet').waitFor();
  expect(await agents()).toEqual([]);
});

it('ROUTES-12, VDET-01, VDET-02, VDET-08 to VDET-13, SP-21: the list leads to a detail with ids, figures, speech and functions', async () => {
  const agent = await make('Night triage', { voiceId: '11labs-Adrian', language: 'de-DE' });
  await make('Rent reminder');
  const page = await open('/agent', { permissions: ['clipboard-read', 'clipboard-write'] });
  await row(page, 'Rent reminder').waitFor();
  await row(page, 'Night triage').getByText('Deutsch').waitFor();
  await page.getByRole('link', { name: 'Night triage' }).click();
  expect(new URL(page.url()).search).toBe(`?id=${agent.id}`);

  const side = detail(page);
  await side.getByText(agent.responseEngineLlmId).waitFor();
  await side.getByRole('button', { name: 'Copy agent ID' }).click();
  await side.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(agent.id);
  await side.getByRole('button', { name: 'Copy LLM ID' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(agent.responseEngineLlmId);

  await side.getByText('$0.125/min').hover();
  await page.getByRole('tooltip').getByText('Cost per minute: $0.125/min').waitFor();
  await page.getByRole('tooltip').getByText('(GPT 4.1 mini): $0.016/min').waitFor();
  await side.getByText('500-1100ms').hover();
  await page.getByRole('tooltip').getByText('Latency: 500-1100ms').waitFor();
  expect(await side.getByRole('slider').count()).toBe(4);
  await side.getByRole('button', { name: 'Add', exact: true }).waitFor();
  await side.getByRole('button', { name: 'Open editor' }).click();
  await page.waitForURL(`**/agent/${agent.id}`);
  await page.goBack();
  await detail(page).getByRole('heading', { name: 'Night triage' }).waitFor();

  // The address alone shows the same.
  await page.reload();
  await detail(page).getByRole('heading', { name: 'Night triage' }).waitFor();
  await detail(page).getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => detail(page).count()).toBe(0);
  expect(new URL(page.url()).search).toBe('');
});

it('VDET-03 to VDET-06, SP-42: the name is changed in place by Enter or by leaving, with one request', async () => {
  const agent = await make('Front desk');
  const page = await open(`/agent?id=${agent.id}`);
  const sent = updatesOf(page, agent.id);
  const side = detail(page);
  const edit = () => side.getByRole('button', { name: 'Edit', exact: true }).click();
  const field = side.getByLabel('Agent name');

  await edit();
  expect(await field.inputValue()).toBe('Front desk');
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  await field.fill('  Fjord desk ');
  await field.press('Enter');
  await side.getByRole('heading', { name: 'Fjord desk' }).waitFor();
  await row(page, 'Fjord desk').waitFor();
  expect(sent).toEqual([{ agentName: 'Fjord desk' }]);

  await edit();
  await field.fill('Clinic desk');
  await page.getByRole('heading', { level: 1 }).click();
  await side.getByRole('heading', { name: 'Clinic desk' }).waitFor();
  await row(page, 'Clinic desk').waitFor();
  expect(sent).toHaveLength(2);

  for (const leave of ['Escape', 'unchanged', 'empty']) {
    await edit();
    if (leave === 'Escape') await field.fill('Never');
    if (leave === 'empty') await field.fill('  ');
    await field.press(leave === 'Escape' ? 'Escape' : 'Enter');
    await side.getByRole('heading', { name: 'Clinic desk' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Edit');
  }
  expect(sent).toHaveLength(2);
});

it('VDET-07, ERR-01: a refused name is reported until it is closed, and the old name comes back', async () => {
  const agent = await make('Front desk');
  const page = await open(`/agent?id=${agent.id}`);
  browser.allow(page, answered(400));
  await page.route(`**${agentsPrefix}/${agent.id}`, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 400, json: { message: 'That name is not allowed here' } })
      : route.continue(),
  );
  await detail(page).getByRole('button', { name: 'Edit', exact: true }).click();
  await page.clock.install();
  await detail(page).getByLabel('Agent name').fill('Rude');
  await detail(page).getByLabel('Agent name').press('Enter');
  const notice = page.getByRole('alert').filter({ hasText: 'That name is not allowed here' });
  await notice.waitFor();
  await detail(page).getByRole('heading', { name: 'Front desk' }).waitFor();
  await page.clock.runFor(11_000);
  expect(await notice.isVisible()).toBe(true);
  await notice.getByRole('button', { name: 'Close' }).click();
});

it('searches, filters, sorts, selects and imports', async () => {
  await make('Zebra line', { language: 'de-DE' });
  const orders = await make('Orders');
  const exported = await client.call<{ data: object }>('GET', `${agentsPrefix}/${orders.id}/export`);
  const page = await open();
  const names = () => page.getByRole('row').getByRole('link').allTextContents();
  await row(page, 'Orders').waitFor();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  expect(await names()).toEqual(['Orders', 'Zebra line']);
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  expect(await names()).toEqual(['Zebra line', 'Orders']);
  await page.getByRole('button', { name: /^Language: / }).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  expect(await names()).toEqual(['Zebra line']);
  await page.getByRole('textbox', { name: 'Search agents' }).fill('orders');
  await page.getByText('No agents match “orders”').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();

  const file = { name: 'agent.json', mimeType: 'application/json', buffer: Buffer.from('{bad') };
  const picker = page.locator('input[type="file"][aria-label="Import file"]');
  await picker.setInputFiles(file);
  await page.getByRole('alert').getByText('agent.json is not a JSON file.').waitFor();
  await picker.setInputFiles({ ...file, buffer: Buffer.from(JSON.stringify(exported.data)) });
  await expect.poll(async () => (await agents()).length).toBe(3);
  await expect.poll(names).toHaveLength(3);
  const notes = page.getByRole('dialog', { name: /was imported/ });
  if ((await notes.count()) > 0) await notes.getByRole('button', { name: 'Done' }).click();
  await detail(page).getByRole('button', { name: 'Close' }).click();

  await page.getByLabel('Select all').check({ force: true });
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByText('Delete 3 agents?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No voice agents yet').waitFor();
});

it('a failed load offers to try again', async () => {
  const page = await browser.visit(server.url, { session: 'shared' });
  browser.allow(page, answered(500));
  await page.route(`**${agentsPrefix}`, (route) =>
    route.fulfill({ status: 500, json: { message: 'The database is away' } }),
  );
  await page.goto('/agent');
  await page.getByRole('alert').getByText('The database is away').waitFor({ timeout: 20_000 });
  await page.unroute(`**${agentsPrefix}`);
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('No voice agents yet').waitFor();
});

it.each(['light', 'dark'] as const)(
  'list and detail keep to the rules of accessibility (%s)',
  async (colorScheme) => {
    const agent = await make('Front desk');
    const page = await open(`/agent?id=${agent.id}`, { colorScheme });
    await detail(page).getByRole('slider').first().waitFor();
    await untilStill(page);
    expect(await axeFindings(page)).toEqual([]);
  },
);
