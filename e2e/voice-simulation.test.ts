import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { hubPrefix } from '@tendril/contract/api/hub';
import { agentsPrefix } from '@tendril/contract/api/prefixes';
import type { Simulation } from '@tendril/contract/api/simulations';
import type { VoiceAgent, VoiceLlmFields } from '@tendril/contract/voice/voice-agent';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { answered, testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { type ScriptedModel, startScriptedModel } from './scripted-model.ts';
import { untilStill } from './until-still.ts';

const browser = testBrowser();
// A closed set of sentences proves the way of the sound, whatever the machine is busy with.
const grammar = `#JSGF V1.0;
grammar caller;
public <sentence> = when does the shop open | thank you and goodbye ;
`;
let folder: string;
let server: LocalServer;
let client: ApiClient;
let model: ScriptedModel;

beforeAll(async () => {
  model = await startScriptedModel();
  folder = await mkdtemp(join(tmpdir(), 'tendril-simulation-'));
  const path = join(folder, 'caller.gram');
  await writeFile(path, grammar);
  server = await startServer({
    environment: { EGRESS_ALLOW: `127.0.0.1:${model.port}`, LOCAL_SPEECH_GRAMMAR: path },
  });
  client = await new ApiClient(server.url).registerOwner();
});
afterAll(async () => {
  await server?.remove();
  await model?.close();
  await rm(folder, { recursive: true, force: true });
});

async function make(llm: Partial<VoiceLlmFields>): Promise<VoiceAgent> {
  const body = { agentName: 'Bakery' };
  const { data } = await client.call<{ data: VoiceAgent }>('POST', agentsPrefix, body);
  const fields = { credentialId: 'demo', beginMode: 'user', ...llm };
  await client.call('PUT', `${hubPrefix}/llms/${data.responseEngineLlmId}`, fields);
  return data;
}

async function open(agent: VoiceAgent): Promise<Page> {
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(`/agent/${agent.id}?tab=simulation`);
  await page.getByRole('heading', { name: 'Simulation' }).waitFor();
  return page;
}

const casesOf = async ({ id }: VoiceAgent) =>
  (await client.call<{ data: Simulation[] }>('GET', `${agentsPrefix}/${id}/simulations`)).data;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true });
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' }).click();
const result = (page: Page, name: string) => page.getByRole('complementary', { name: `Result of ${name}` });

async function act(page: Page, name: string, what: string): Promise<void> {
  await button(page, `Actions for ${name}`).click();
  await page.getByRole('menuitem', { name: what }).click();
}

async function addCheck(page: Page, at: number, kind: string, value: string): Promise<void> {
  await button(page, 'Add check').click();
  await field(page, `Type of check ${at}`).selectOption(kind);
  const box = field(page, `Value of check ${at}`);
  if ((await box.evaluate(({ tagName }) => tagName)) === 'SELECT') await box.selectOption(value);
  else await box.fill(value);
}

it('where a key is missing, the demo model or a new key lets cases run and be written', async () => {
  const agent = await make({ credentialId: null, generalPrompt: 'The shop opens at seven.' });
  await client.call('POST', `${agentsPrefix}/${agent.id}/simulations`, {
    name: 'Hours',
    caller: { type: 'script', lines: ['When does the shop open?'] },
    variables: {},
    toolMocks: [],
    checks: [{ type: 'says', text: 'seven' }],
    maxTurns: 5,
  });
  const page = await open(agent);
  await button(page, 'Run Hours').click();
  const panel = result(page, 'Hours');
  await panel.getByText(/needs a key of OpenAI/).waitFor();
  await panel.getByRole('button', { name: 'Use the demo model' }).click();
  await panel.getByText('Passed').first().waitFor();

  await client.call('PUT', `${hubPrefix}/llms/${agent.responseEngineLlmId}`, { credentialId: null });
  await page.reload();
  browser.allow(page, answered(422));
  await button(page, 'Generate cases from the prompt').click();
  await page
    .getByRole('alert')
    .getByText(/needs a key of OpenAI/)
    .waitFor();
  await button(page, 'Add a key').click();
  await field(page, 'Name').fill('House key');
  await dialog(page)
    .getByLabel(/^OpenAI Api Key/)
    .fill('sk-1');
  await dialog(page)
    .getByLabel(/^Base URL/)
    .fill(`http://127.0.0.1:${model.port}/v1`);
  model.play({ words: ['[{"name":"Buys","persona":"Ada wants bread.","judge":"Bread was sold."}]'] });
  await dialog(page).getByRole('button', { name: 'Save without testing' }).click();
  await page.getByText('1 case was added.').waitFor();
  await row(page, 'Buys').waitFor();
  const { data } = await client.call<{ data: { credentialId: string | null } }>(
    'GET',
    `${hubPrefix}/llms/${agent.responseEngineLlmId}`,
  );
  // The newest key of the vendor answers: nothing had to be chosen.
  expect(data.credentialId).toBeNull();
});

it('SP-53: a case is made, checked by its form, run to pass and to fail, edited, copied and deleted', async () => {
  const agent = await make({ generalPrompt: 'The shop of {{city}} opens at seven in the morning.' });
  const page = await open(agent);
  await page.getByText('No test cases yet').waitFor();
  await button(page, 'New case').click();
  await save(page);
  await dialog(page).getByRole('alert').getByText('Enter a name.').waitFor();
  expect(await field(page, 'Name').evaluate((input) => input === document.activeElement)).toBe(true);
  await field(page, 'Name').fill('Asks for the hours');
  await save(page);
  await dialog(page).getByText('Enter at least one line for the caller.').waitFor();
  await field(page, 'Caller’s lines, one per line').fill('When does the shop open?');
  await addCheck(page, 1, 'An answer matches the pattern', '(seven');
  await save(page);
  await dialog(page)
    .getByText(/^Check 1 is incomplete/)
    .waitFor();
  await field(page, 'Value of check 1').fill('turin .*seven');
  await addCheck(page, 2, 'The call ends with', 'The caller ended the call.');
  await dialog(page).getByText('Variables, mocked functions, length').click();
  await field(page, 'Variables, one per line').fill('Turin');
  await save(page);
  await dialog(page).getByText('Variable line 1 must look like city = Turin.').waitFor();
  await field(page, 'Variables, one per line').fill('city = Turin');
  await save(page);
  await dialog(page).waitFor({ state: 'detached' });

  await button(page, 'Run Asks for the hours').click();
  const panel = result(page, 'Asks for the hours');
  await panel.getByText('Passed').waitFor();
  await panel.getByText('Answer 1 matches the pattern.').waitFor();
  await panel.getByRole('log').getByText('When does the shop open?').waitFor();
  await button(page, 'Trace').click();
  await panel.locator('summary').first().click();
  await panel
    .getByText(/The shop of Turin opens/)
    .first()
    .waitFor();

  await act(page, 'Asks for the hours', 'Edit');
  await field(page, 'Value of check 1').fill('eight');
  await save(page);
  await dialog(page).waitFor({ state: 'detached' });
  await button(page, 'Run Asks for the hours').click();
  await panel.getByText('No answer matches the pattern.').waitFor();
  await panel.getByText('1 of 2 passed').waitFor();
  // The run that failed stands beside the last one that passed.
  await panel.getByRole('region', { name: 'This run' }).getByText('No answer matches the pattern.').waitFor();
  const green = panel.getByRole('region', { name: 'Last passing run' });
  await green.getByText('Answer 1 matches the pattern.').waitFor();
  await green.getByRole('log').getByText('When does the shop open?').waitFor();
  await panel.getByRole('button', { name: /: Passed$/ }).click();
  await green.waitFor({ state: 'detached' });
  await panel.getByText('Answer 1 matches the pattern.').waitFor();
  await page.getByRole('group', { name: 'Runs per case' }).getByText('×5').click();
  await button(page, 'Run Asks for the hours ×5').click();
  await row(page, 'Asks for the hours').getByText('0/5').waitFor();
  await row(page, 'Asks for the hours')
    .getByText(/^\d+ ms$/)
    .waitFor();
  await row(page, 'Asks for the hours').getByText('free').waitFor();
  await page.getByRole('group', { name: 'Runs per case' }).getByText('×1', { exact: true }).click();

  await act(page, 'Asks for the hours', 'Duplicate');
  await row(page, 'Copy of Asks for the hours').getByText('not run yet').waitFor();
  await button(page, 'Run all').click();
  await row(page, 'Copy of Asks for the hours').getByText('Failed').waitFor();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);

  await act(page, 'Copy of Asks for the hours', 'Delete');
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect
    .poll(async () => (await casesOf(agent)).map(({ name }) => name))
    .toEqual(['Asks for the hours']);
});

it('SP-53: the model writes cases and plays a person; a refusal is shown', async () => {
  const { id } = await client.call<{ id: string }>('POST', 'credentials', {
    name: 'Played',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'sk-1', basePath: `http://127.0.0.1:${model.port}/v1` },
  });
  const agent = await make({ credentialId: id, model: 'gpt-4.1', generalPrompt: 'You sell bread.' });
  const page = await open(agent);
  model.play({ words: ['I cannot.'] });
  browser.allow(page, answered(422));
  await button(page, 'Generate cases from the prompt').click();
  await page.getByText('The model’s test cases could not be read.').waitFor();
  model.play({ words: ['[{"name":"Buys","persona":"Ada wants bread.","judge":"Bread was sold."}]'] });
  await button(page, 'Generate cases from the prompt').click();
  await page.getByText('1 case was added.').waitFor();
  await row(page, 'Buys').getByText('Persona').waitFor();

  // In every role it says this: the person hangs up at once, and the judge's verdict can be read.
  model.play({ words: ['{"isTrue": true, "why": "Bread was sold."} [hang up]'] });
  await button(page, 'Run Buys').click();
  await result(page, 'Buys').getByText('Passed').first().waitFor();
  await result(page, 'Buys').getByText('Bread was sold.').waitFor();

  model.play({ words: [], refusal: { status: 401, message: 'no' } });
  await button(page, 'Run Buys').click();
  await row(page, 'Buys').getByText('Error').waitFor();
  await result(page, 'Buys')
    .getByText(/^The caller could not be played: /)
    .waitFor();
  await page.route('**/simulations', (route) =>
    route.fulfill({ status: 500, json: { message: 'Out of order' } }),
  );
  browser.allow(page, answered(500));
  await page.reload();
  await page.getByRole('alert').getByText('Out of order').waitFor({ timeout: 20_000 });
  await page.unroute('**/simulations');
  await button(page, 'Retry').click();
  await row(page, 'Buys').waitFor();
  await untilStill(page);
});

it('a caller who speaks is set up by the form, measured, and heard again in the recording', async () => {
  // The vendor of a stored key would hear the call in place of the local recognizer.
  for (const { id } of await client.call<{ id: string }[]>('GET', 'credentials'))
    await client.call('DELETE', `credentials/${id}`);
  const agent = await make({ generalPrompt: 'The shop opens at seven in the morning.' });
  await client.call('PUT', `${agentsPrefix}/${agent.id}`, { language: 'en-US' });
  const page = await open(agent);
  await button(page, 'New case').click();
  await field(page, 'Name').fill('Asks out loud');
  await field(page, 'Caller’s lines, one per line').fill('when does the shop open');
  await dialog(page).getByRole('button', { name: 'Out loud' }).click();
  const choice = (name: string) => dialog(page).getByRole('combobox', { name, exact: true });
  await choice('Line').selectOption('phone');
  await button(page, 'Add interruption').click();
  await save(page);
  await dialog(page)
    .getByText(/^Interruption 1 needs/)
    .waitFor();
  await button(page, 'Remove interruption 1').click();
  await choice('Background noise').selectOption('Coffee Shop');
  await dialog(page).getByRole('textbox', { name: 'Voice above noise, dB' }).fill('99');
  await save(page);
  await dialog(page).getByText('Voice above noise must be a number from 0 to 40.').waitFor();
  await choice('Background noise').selectOption('None');
  await addCheck(page, 1, 'An answer contains', 'seven');
  await addCheck(page, 2, 'Every answer starts within (ms)', '60000');
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await save(page);
  await dialog(page).waitFor({ state: 'detached' });
  const [made] = await casesOf(agent);
  expect(made?.sound).toEqual({ line: 'phone', noise: null, interruptions: [] });

  await button(page, 'Run Asks out loud').click();
  const panel = result(page, 'Asks out loud');
  await panel.getByText('Passed').first().waitFor({ timeout: 50_000 });
  await panel.getByText(/The slowest answer began after \d+ ms/).waitFor();
  await panel.getByRole('link', { name: 'Open the call and its recording' }).click();
  await page.waitForURL(/\/calls\//);
  await page.getByText('when does the shop open').first().waitFor();
});
