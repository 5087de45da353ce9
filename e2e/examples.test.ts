import { AxeBuilder } from '@axe-core/playwright';
import { hubPrefix } from '@tendril/contract/api/hub';
import { agentsPrefix } from '@tendril/contract/api/prefixes';
import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { answered, testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;

beforeAll(async () => {
  server = await startServer();
  client = await new ApiClient(server.url).registerOwner();
});
afterAll(() => server?.remove());

async function open(path: string): Promise<Page> {
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(path);
  return page;
}

/** In the card's picture, far from its button. */
const aside = { x: 20, y: 20 };
const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });
const line = (page: Page, words: string) =>
  page.getByRole('log', { name: 'Transcript' }).getByRole('listitem').filter({ hasText: words });

async function say(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Write to the agent' }).fill(words);
  await page.keyboard.press('Enter');
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

it('a press anywhere on a starter opens it; a file of one’s own and the templates are beside it', async () => {
  const page = await open('/chatflows');
  await page.getByText('Already have a flow?').waitFor();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose file' }).click(),
  ]);
  // Many files are imported at once.
  expect(chooser.isMultiple()).toBe(true);
  await page.getByRole('link', { name: 'Browse templates' }).click();
  await page.waitForURL('**/marketplaces');
  await page.goBack();
  await card(page, 'Empty flow').click({ position: aside });
  await page.waitForURL('**/canvas');
});

it.each([
  ['Support triage', 'I would like a refund for my lamp', 'five working days'],
  ['A note for every stop', 'Write the notes for my trip', '1886'],
  ['Refund with approval', 'Please refund order 1042', 'refund_order'],
])('the pipeline “%s” is made by a press and answers its question', async (name, question, fact) => {
  const page = await open('/agentflows');
  await page.getByText('No pipelines yet').waitFor();
  await expectAccessible(page);
  await card(page, name).click({ position: aside });
  await page.waitForURL(/\/agentcanvas\/[\w-]+/);
  await page.getByRole('button', { name: question }).click();
  await page.getByText(fact).filter({ visible: true }).first().waitFor();
  const id = /agentcanvas\/([\w-]+)/.exec(page.url())?.[1] ?? '';
  await client.call('DELETE', `flows/${id}`);
});

it('the example agents answer at once, from their prompt and from a flow with tools', async () => {
  const page = await open('/agent');
  await page.getByText('No voice agents yet').waitFor();
  await expectAccessible(page);
  await card(page, 'Café receptionist').click({ position: aside });
  await page.waitForURL(/\/agent\/[\w-]+/);
  await page.getByRole('button', { name: 'Test LLM', exact: true }).click();
  await line(page, 'this is Ann of Café Blue').waitFor();
  await say(page, 'When are you open on Saturday?');
  await line(page, 'nine in the morning to four in the afternoon').waitFor();
  await say(page, 'How much is a flat white?');
  await line(page, 'three pounds twenty').waitFor();
  const { data } = await client.call<{ data: VoiceAgent[] }>('GET', agentsPrefix);
  for (const { id } of data) await client.call('DELETE', `${agentsPrefix}/${id}`);

  await page.goto('/agent');
  await card(page, 'Appointment line').getByRole('button').click();
  await page.waitForURL(/\/agent\/[\w-]+/);
  await page.getByRole('button', { name: 'Test LLM', exact: true }).click();
  await line(page, 'Which day suits you?').waitFor();
  await say(page, 'I would like an appointment tomorrow');
  await line(page, 'free')
    .filter({ hasText: /\d\d:\d\d/ })
    .waitFor();
});

it('a test without a key is answered by the demo model, which says so and takes a key', async () => {
  const { data } = await client.call<{ data: VoiceAgent }>('POST', agentsPrefix, { agentName: 'New' });
  const llm = { generalPrompt: 'We open at seven.', beginMode: 'user', credentialId: null };
  await client.call('PUT', `${hubPrefix}/llms/${data.responseEngineLlmId}`, llm);
  const page = await open(`/agent/${data.id}`);
  await page.getByRole('button', { name: 'Test LLM', exact: true }).click();
  await say(page, 'When do you open?');
  await line(page, 'We open at seven.').waitFor();
  await page.getByText(/No key is stored for .+ yet, so the built-in demo model answers/).waitFor();
  await page.getByRole('button', { name: 'Add a key' }).click();
  await page.getByRole('dialog').waitFor();
});

it('a key that was chosen and is gone is reported, and the demo model is offered', async () => {
  const { data } = await client.call<{ data: VoiceAgent }>('POST', agentsPrefix, { agentName: 'Old' });
  const { id } = await client.call<{ id: string }>('POST', 'credentials', {
    name: 'Gone',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'sk-1' },
  });
  const llm = `${hubPrefix}/llms/${data.responseEngineLlmId}`;
  await client.call('PUT', llm, { generalPrompt: 'We open at seven.', beginMode: 'user', credentialId: id });
  await client.call('DELETE', `credentials/${id}`);
  const page = await open(`/agent/${data.id}`);
  browser.allow(page, answered(422));
  await page.getByRole('button', { name: 'Test LLM', exact: true }).click();
  await page.getByRole('alert').first().waitFor();
  const offer = page.getByRole('button', { name: 'Use the demo model' });
  await expect.poll(() => offer.evaluate((button) => button === document.activeElement)).toBe(true);
  await expectAccessible(page);
  await offer.click();
  await page.getByText(/^Live/).waitFor();
  const stored = await client.call<{ data: { credentialId: string } }>('GET', llm);
  expect(stored.data.credentialId).toBe('demo');
});
