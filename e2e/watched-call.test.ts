import { AxeBuilder } from '@axe-core/playwright';
import { createCall, interveneInCall } from '@tendril/contract/api/calls';
import type { FlowDetail } from '@tendril/contract/api/flows';
import { hubPrefix } from '@tendril/contract/api/hub';
import { agentsPrefix } from '@tendril/contract/api/prefixes';
import { createVoiceAgent } from '@tendril/contract/api/voice-agents';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ApiClient } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { makeModelFlow } from './model-flow.ts';
import { type SlowModel, startSlowModel } from './slow-model.ts';
import { untilStill } from './until-still.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;
/** Takes some seconds for an answer. */
let model: SlowModel;

beforeAll(async () => {
  model = await startSlowModel(30, 100);
  server = await startServer({ environment: { EGRESS_ALLOW: `127.0.0.1:${model.port}` } });
  client = await new ApiClient(server.url).registerOwner();
});
afterAll(async () => {
  await server?.remove();
  await model?.close();
});

/** An agent, and the id of its prompt. */
async function makeAgent() {
  const { data } = await client.call<{ data: { id: string; responseEngineLlmId: string } }>(
    'POST',
    createVoiceAgent.path,
    { agentName: 'Bakery' },
  );
  return data;
}

/** A typed call with an agent, and what its page was sent. */
async function callAgent(agentId: string) {
  const body = { agentId, channel: 'text', version: 'live' };
  const { data, token, socketPath } = await client.call<{
    data: { id: string };
    token: string;
    socketPath: string;
  }>('POST', createCall.path, body);
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${socketPath}?token=${token}`, {
    origin: server.url,
  });
  const notices: string[] = [];
  socket.on('message', (message) => notices.push(String(message)));
  await new Promise((resolve) => socket.once('open', resolve));
  return { id: data.id, notices, say: (text: string) => socket.send(JSON.stringify({ type: 'say', text })) };
}

/** A typed call with an agent that answers by its prompt. */
async function beginCall() {
  const agent = await makeAgent();
  await client.call('PUT', `${hubPrefix}/llms/${agent.responseEngineLlmId}`, {
    credentialId: 'demo',
    beginMode: 'user',
    generalPrompt: 'The shop opens at seven in the morning.',
  });
  return callAgent(agent.id);
}

it('a call in progress is watched, whispered to, taken over by typing and given back, by keys alone', async () => {
  const { id, notices, say } = await beginCall();
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(`${server.url}/calls/${id}`);
  const panel = page.getByRole('region', { name: 'Live desk' });
  await panel.getByText('The agent answers.').waitFor();
  const transcript = page.getByRole('log', { name: 'Transcript' });
  say('When does the shop open?');
  await transcript.getByText('seven in the morning').waitFor();

  await panel.getByRole('textbox', { name: 'Instruction to the agent' }).fill('Offer a free roll.');
  await page.keyboard.press('Enter');
  await transcript.getByText('Owner whispered: Offer a free roll.').waitFor();

  await panel.getByRole('button', { name: 'Set a variable' }).press('Enter');
  await panel.getByRole('textbox', { name: 'Variable' }).fill('tier');
  await panel.getByRole('textbox', { name: 'Value' }).fill('gold');
  await page.keyboard.press('Enter');
  await transcript.getByText('Owner set tier').waitFor();

  await panel.getByRole('button', { name: 'Speak', exact: true }).first().press('Enter');
  await panel.getByRole('textbox', { name: 'What the agent’s voice says' }).fill('This is Ada herself.');
  await page.keyboard.press('Enter');
  await transcript.getByText('This is Ada herself.', { exact: true }).waitFor();
  await panel.getByText('The agent is silent').waitFor();
  say('Oh, hello');
  await transcript.getByText('Oh, hello').waitFor();
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name;
    }, theme);
    await untilStill(page);
    const { violations } = await new AxeBuilder({ page }).include('main').analyze();
    expect(
      violations.map(({ id: rule, nodes }) => [rule, nodes.map(({ target }) => String(target))]),
    ).toEqual([]);
    if (process.env['LOOK']) await page.screenshot({ path: `${process.env['LOOK']}/watched-${theme}.png` });
  }
  await page.setViewportSize({ width: 400, height: 800 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
  if (process.env['LOOK']) await page.screenshot({ path: `${process.env['LOOK']}/watched-400.png` });

  await panel.getByRole('button', { name: 'Give back' }).press('Enter');
  await panel.getByText('The agent answers.').waitFor();
  expect(notices.join()).toContain('This is Ada herself.');
  expect(notices.join()).not.toContain('Offer a free roll');
  await page.getByRole('button', { name: 'End call' }).press('Enter');
  await transcript.getByText('Owner ended the call').waitFor();
  await expect.poll(() => panel.count()).toBe(0);
});

it('what is typed while an act in a call is under way is kept, and sent after it', async () => {
  const { id } = await beginCall();
  const page = await browser.visit(server.url, { session: 'shared' });
  const answers: (() => void)[] = [];
  await page.route(`**${interveneInCall.path.replace(':id', id)}`, async (route) => {
    const response = await route.fetch();
    await new Promise<void>((resolve) => answers.push(resolve));
    await route.fulfill({ response });
  });
  await page.goto(`${server.url}/calls/${id}`);
  const panel = page.getByRole('region', { name: 'Live desk' });
  await panel.getByText('The agent answers.').waitFor();
  const transcript = page.getByRole('log', { name: 'Transcript' });
  const field = panel.getByRole('textbox', { name: 'Instruction to the agent' });

  await field.fill('Offer a free roll.');
  await page.keyboard.press('Enter');
  // The call shows what was done, but its answer has not arrived.
  await transcript.getByText('Owner whispered: Offer a free roll.').waitFor();
  await expect.poll(() => answers.length).toBe(1);
  await field.fill('And a coffee.');
  await page.keyboard.press('Enter');
  await field.fill('Be brief.');
  answers[0]?.();
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.();
  await transcript.getByText('Owner whispered: And a coffee.').waitFor();
  expect(await field.inputValue()).toBe('Be brief.');
  await page.keyboard.press('Enter');
  await expect.poll(() => answers.length).toBe(3);
  answers[2]?.();
  await transcript.getByText('Owner whispered: Be brief.').waitFor();
  expect(await field.inputValue()).toBe('');
});

it('the flow that answers a call in progress is lit where it works, question after question', async () => {
  const flow = await makeModelFlow(client, model.port);
  const { draftRevision, name } = await client.call<FlowDetail>('GET', `flows/${flow}`);
  await client.send('POST', `flows/${flow}/publish`, {}, { 'if-match': String(draftRevision) });
  const agent = await makeAgent();
  await client.call('PUT', `${hubPrefix}/llms/${agent.responseEngineLlmId}`, { beginMode: 'user' });
  const brain = { type: 'flow', flowId: flow, versionId: null };
  await client.call('PUT', `${agentsPrefix}/${agent.id}/settings`, { brain });
  const { id, say } = await callAgent(agent.id);

  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(`${server.url}/calls/${id}`);
  const caption = page.locator('figcaption');
  for (const question of ['When do you open?', 'And on Sundays?']) {
    say(question);
    await caption.getByText(/^Working: .*Chain/).waitFor();
    await caption.getByText(name, { exact: true }).waitFor();
  }
});
