import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Call, createCall } from '@tendril/contract/api/calls';
import { hubPrefix } from '@tendril/contract/api/hub';
import { agentsPrefix } from '@tendril/contract/api/prefixes';
import type { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { CallCommand, CallNotice } from '@tendril/contract/voice/call-socket';
import type { VoiceAgent, VoiceAgentFields, VoiceLlmFields } from '@tendril/contract/voice/voice-agent';
import type { VoiceFunction } from '@tendril/contract/voice/voice-function';
import type { Page, WebSocket } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { answered, type TestBrowser, testBrowser } from './browser.ts';
import { callerMicrophone } from './caller-sound.ts';
import { storeFlow } from './canvas-driver.ts';
import { type EchoService, startEchoService } from './echo-service.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { untilStill } from './until-still.ts';

// A closed set of sentences proves the way of the sound, whatever the machine is busy with.
const grammar = `#JSGF V1.0;
grammar caller;
public <sentence> = please stop now | tell me about the bread ;
`;
const bread =
  'Our bread is baked every night from flour of the valley, with water of the spring and a little salt, and it rests ' +
  'for a whole day before it goes into the oven, where it stays until the crust is brown, and then it is carried ' +
  'over the bridge to the market, where people wait for it long before the sun comes up.';

const microphone = callerMicrophone([3500, 'tell me about the bread', 3500, 'please stop now', 500]);
const browser = testBrowser(microphone.switches);
/** Without a microphone; and with one that the person does not give. */
const deaf = testBrowser();
const refusing = testBrowser(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream=deny']);
let folder: string;
let server: LocalServer;
let orders: EchoService;
let client: ApiClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tendril-grammar-'));
  const path = join(folder, 'caller.gram');
  writeFileSync(path, grammar);
  orders = await startEchoService({ status: 'on its way', day: 'Thursday' });
  server = await startServer({ environment: { LOCAL_SPEECH_GRAMMAR: path, EGRESS_ALLOW: orders.host } });
  client = await new ApiClient(server.url).registerOwner();
});
afterAll(async () => {
  await server?.remove();
  orders.close();
  await rm(folder, { recursive: true, force: true });
  microphone.remove();
});

async function make(agent: Partial<VoiceAgentFields>, llm: Partial<VoiceLlmFields>): Promise<VoiceAgent> {
  const body = { agentName: 'Bakery', beginMessageDelayMs: 0, maxCallDurationMs: 110_000, ...agent };
  const { data } = await client.call<{ data: VoiceAgent }>('POST', agentsPrefix, body);
  await client.call('PUT', `${hubPrefix}/llms/${data.responseEngineLlmId}`, {
    credentialId: 'demo',
    beginMode: 'user',
    ...llm,
  });
  return data;
}

/** What went over the line of a call, both ways. */
interface Line {
  notices: CallNotice[];
  commands: CallCommand[];
  /** Bytes of the agent's voice, and of the caller's. */
  voiceBytes: number;
  microphoneBytes: number;
}

function watchLine(page: Page): Promise<Line> {
  return page.waitForEvent('websocket').then((socket: WebSocket) => {
    const line: Line = { notices: [], commands: [], voiceBytes: 0, microphoneBytes: 0 };
    socket.on('framereceived', ({ payload }) => {
      if (typeof payload === 'string') line.notices.push(JSON.parse(payload));
      else line.voiceBytes += payload.length;
    });
    socket.on('framesent', ({ payload }) => {
      if (typeof payload === 'string') line.commands.push(JSON.parse(payload));
      else line.microphoneBytes += payload.length;
    });
    return line;
  });
}

async function open(agent: VoiceAgent, from: TestBrowser = browser, session: 'shared' | 'own' = 'shared') {
  const page = await from.visit(server.url, { session });
  await page.goto(`/agent/${agent.id}`);
  await button(page, 'Test').waitFor();
  return page;
}

const isEvent = (type: string) => (notice: CallNotice) =>
  notice.type === 'event' && notice.event.type === type;
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const lines = (page: Page) => page.getByRole('log', { name: 'Transcript' }).getByRole('listitem');
const line = (page: Page, words: string) => lines(page).filter({ hasText: words });

async function expectAccessible(page: Page): Promise<void> {
  // A tooltip lies outside every landmark by its nature.
  await page.mouse.move(0, 0);
  await expect.poll(() => page.getByRole('tooltip').count()).toBe(0);
  await untilStill(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

async function write(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Write to the agent' }).fill(words);
  await page.keyboard.press('Enter');
}

it('VED-25, SP-54: Test Audio hears the microphone, answers aloud, and stops when the caller breaks in', async () => {
  const agent = await make(
    { interruptionSensitivity: 1 },
    { generalPrompt: bread, beginMode: 'defined', beginMessage: 'Good morning.' },
  );
  const page = await open(agent);
  const opened = watchLine(page);
  await button(page, 'Test Audio').click();
  const emitted = await opened;
  await page.getByText(/^Live 0:\d\d/).waitFor();
  await expect.poll(() => focused(page)).toBe('Test your agent');
  await page.getByText('STT: local stand-in · TTS: local stand-in · LLM: the demo model').waitFor();
  await line(page, 'Good morning.').waitFor();
  await line(page, 'tell me about the bread').waitFor({ timeout: 20_000 });

  const answer = line(page, 'words unsaid').filter({ hasText: 'flour of the valley' });
  await answer.waitFor({ timeout: 20_000 });
  const text = (await answer.textContent()) ?? '';
  expect(text).toMatch(/agent stopped in \d+ ms · \d+ words unsaid/);
  expect(text).toMatch(/STT [1-9]\d* · LLM \d+ · TTS \d+ = \d+ ms/);
  const unsaid = (await answer.locator('s').textContent()) ?? '';
  expect(bread.endsWith(unsaid.trim())).toBe(true);
  expect(unsaid.length).toBeLessThan(bread.length);
  await line(page, 'please stop now').first().waitFor();

  // The loudspeaker had played a while, was emptied, and restarted with the next answer.
  const clearedAt = emitted.commands.findLastIndex(
    (command) => command.type === 'played' && command.ms === 0,
  );
  const before = emitted.commands[clearedAt - 1];
  expect(before?.type === 'played' && before.ms).toBeGreaterThan(500);
  expect(emitted.notices.some(({ type }) => type === 'clear')).toBe(true);
  expect(emitted.voiceBytes).toBeGreaterThan(32_000);
  expect(emitted.microphoneBytes).toBeGreaterThan(32_000);

  await button(page, 'End call').click();
  await page.getByRole('status').getByText('You ended the call.').waitFor();
  await expect.poll(() => focused(page)).toBe('Call again');
  await page
    .getByRole('region', { name: 'Call summary' })
    .getByText(/^Lasted 0:\d\d · answers in \d+ ms/)
    .waitFor();
  const recording = page.getByLabel('Call recording');
  await recording.evaluate((audio: HTMLAudioElement) => audio.play());
  await expect
    .poll(() => recording.evaluate(({ currentTime }: HTMLAudioElement) => currentTime))
    .toBeGreaterThan(0.2);

  const { data } = await client.call<{ data: Call[] }>('GET', `${createCall.path}?agentId=${agent.id}`);
  expect(data).toMatchObject([{ kind: 'test', channel: 'audio', status: 'ended' }]);
  await expectAccessible(page);
  await button(page, 'Back to the settings').last().click();
  await expect.poll(() => focused(page)).toBe('Test Audio');
});

it('VED-25, FUNC-23, SP-54: Test LLM writes with prompt, variables, a function, knowledge and the trace', async () => {
  const store = await client.call<{ id: string }>('POST', 'document-store/store', {
    name: 'Handbook',
    description: '',
  });
  await client.call('POST', 'document-store/loader/save', {
    storeId: store.id,
    loaderId: 'plainText',
    loaderConfig: { text: 'The oven is cleaned every Sunday evening by Mister Ferrante.' },
  });
  await client.call('POST', `document-store/refresh/${store.id}`, {});
  const track: VoiceFunction = {
    id: 'fn-track',
    type: 'custom',
    name: 'track_order',
    description: 'Tells where an order is.',
    url: `${orders.url}/orders`,
    method: 'POST',
    headers: {},
    timeoutMs: 5000,
    parameters: '{"type":"object","properties":{"order":{"type":"string"}},"required":["order"]}',
    argsAtRoot: true,
    speakDuring: false,
    speakDuringMessage: '',
    speakAfter: true,
    responseVariables: { order_day: 'day' },
  };
  const agent = await make(
    {},
    {
      generalPrompt: 'You answer for the bakery of {{owner}}.',
      beginMode: 'defined',
      beginMessage: 'This is the bakery of {{owner}}.',
      defaultDynamicVariables: { owner: 'Ada Moretti' },
      knowledgeBaseIds: [store.id],
      functions: [track, { id: 'fn-end', type: 'end_call', name: 'end_call', description: 'Ends the call.' }],
    },
  );
  const page = await open(agent);
  await button(page, 'Test LLM').click();
  await line(page, 'This is the bakery of Ada Moretti.').waitFor();
  await page.locator('code', { hasText: 'owner = Ada Moretti' }).waitFor();
  await page.getByText('LLM: the demo model').waitFor();

  await write(page, 'Who cleans the oven?');
  await line(page, 'Mister Ferrante').waitFor();
  await write(page, 'Please track my order 4711');
  const tool = line(page, 'track_order');
  await tool.getByText('on its way').waitFor();
  expect(orders.received).toMatchObject([{ method: 'POST', path: '/orders' }]);
  await page.locator('code', { hasText: 'order_day = Thursday' }).waitFor();

  await button(page, 'Trace').click();
  const steps = page.locator('details');
  await steps.filter({ hasText: 'Knowledge' }).first().locator('summary').click();
  await page
    .getByText(/Mister Ferrante/)
    .first()
    .waitFor();
  await steps.filter({ hasText: 'demo-1' }).first().locator('summary').click();
  await page
    .getByText(/You answer for the bakery of Ada Moretti/)
    .first()
    .waitFor();
  await button(page, 'Trace').click();

  await line(page, 'Who cleans the oven?').hover();
  await line(page, 'Who cleans the oven?')
    .getByRole('button', { name: 'Create a test from the call up to this point' })
    .click();
  await page.getByText(/was added to Simulation/).waitFor();

  // Back to before the order: nothing of it is known, nothing is asked again, and the words stand there to be changed.
  const modelCalls = () => page.locator('details').filter({ hasText: 'demo-1' }).count();
  await line(page, 'Please track my order 4711').first().hover();
  await line(page, 'Please track my order 4711')
    .first()
    .getByRole('button', { name: 'Rewind to this turn' })
    .click();
  await page.getByText(/^Copied from the previous call/).waitFor();
  const field = page.getByRole('textbox', { name: 'Write to the agent' });
  expect(await field.inputValue()).toBe('Please track my order 4711');
  expect(await lines(page).allTextContents()).toMatchObject([
    expect.stringContaining('This is the bakery of Ada Moretti.'),
    expect.stringContaining('Who cleans the oven?'),
    expect.stringContaining('Mister Ferrante'),
  ]);
  expect(await page.locator('code', { hasText: 'order_day' }).count()).toBe(0);
  await write(page, 'What did I ask you before?');
  await line(page, 'What did I ask you before?').waitFor();
  await expect.poll(() => lines(page).count()).toBe(5);
  await button(page, 'Trace').click();
  expect(await modelCalls()).toBe(1);
  await button(page, 'Trace').click();
  expect(orders.received).toHaveLength(1);
  await expectAccessible(page);
  await write(page, 'Goodbye!');
  await page.getByRole('status').getByText('The agent ended the call.').waitFor();
  await expect.poll(() => focused(page)).toBe('Start again');
  await page.reload();
  await button(page, 'Test').click();
  await page.getByRole('textbox', { name: 'Write to the agent' }).waitFor();
});

it.each([
  ['a pipeline', 'MULTIAGENT', pipeline, '/agentcanvas/'],
  ['a chat flow', 'CHATFLOW', chain, '/canvas/'],
] as const)(
  'SP-54: a call that %s answers can be rewound, and its trace leads to its run on the right canvas',
  async (_, type, build, path) => {
    const flow = await storeFlow(client, `Answers as ${type}`, build, type);
    const agent = await make({}, {});
    const brain = { type: 'flow', flowId: flow.id, versionId: null };
    await client.call('PUT', `${agentsPrefix}/${agent.id}/settings`, { brain });
    const page = await open(agent);
    await button(page, 'Test LLM').click();
    await write(page, 'Hello');
    await expect.poll(() => lines(page).count()).toBe(2);
    await write(page, 'My name is Ada.');
    await expect.poll(() => lines(page).count()).toBe(4);
    await line(page, 'My name is Ada.').first().hover();
    await line(page, 'My name is Ada.').first().getByRole('button', { name: 'Rewind to this turn' }).click();
    await page.getByText(/^Copied from the previous call/).waitFor();
    const field = page.getByRole('textbox', { name: 'Write to the agent' });
    expect(await field.inputValue()).toBe('My name is Ada.');
    await write(page, 'My name is Grace.');
    await expect.poll(() => lines(page).count()).toBe(4);
    await button(page, 'Trace').click();
    const link = page.getByRole('link', { name: 'Open run on canvas' });
    const [canvas] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await canvas.waitForURL((url) => url.pathname === `${path}${flow.id}` && url.searchParams.has('run'));
    await canvas.getByRole('region', { name: 'Trace' }).getByText('demo-1').first().waitFor();
  },
);

function chain(builder: FlowBuilder): void {
  const model = builder.add('demoModel', { x: 0, y: 0 });
  const memory = builder.add('bufferMemory', { x: 0, y: 400 });
  const end = builder.add('conversationChain', { x: 400, y: 0 });
  builder.connect(model, end, 'model').connect(memory, end, 'memory');
}

function pipeline(builder: FlowBuilder): void {
  const model = builder.add('demoModel', { x: 0, y: 0 });
  const start = builder.add('seqStart', { x: 400, y: 0 });
  const agent = builder.add('seqAgent', { x: 800, y: 0 }, { agentName: 'Helper' });
  builder.connect(model, start, 'model').connect(start, agent, 'sequentialNode');
  builder.connect(agent, builder.add('seqEnd', { x: 1200, y: 0 }), 'sequentialNode');
}

it.each([
  ['no microphone', () => deaf, 'No microphone was found. Connect one, or use Test LLM.'],
  [
    'a refused microphone',
    () => refusing,
    'Microphone access is blocked. Allow it in the browser’s address bar, then call again.',
  ],
] as const)('SP-54: %s is reported in words', async (_, from, words) => {
  const page = await open(await make({}, {}), from(), 'own');
  await button(page, 'Test Audio').click();
  await page.getByRole('alert').getByText(words).waitFor();
  await button(page, 'Call again').waitFor();
});

it('SP-54: a missing recognizer is reported with what would provide it, and the demo model answers where a key is missing', async () => {
  const agent = await make({ language: 'de-DE' }, {});
  const page = await open(agent);
  browser.allow(page, answered(422));
  await button(page, 'Test Audio').click();
  await page
    .getByRole('alert')
    .getByText(/recognizer understands English only/)
    .waitFor();
  // A key provides a recognizer; the demo model does not.
  await button(page, 'Add a key').click();
  await page.getByRole('dialog').getByText('Deepgram API').waitFor();
  await page.getByRole('dialog').getByText('OpenAI API').waitFor();
  await page.keyboard.press('Escape');
  expect(await button(page, 'Use the demo model').count()).toBe(0);
  await client.call('PUT', `${agentsPrefix}/${agent.id}`, { language: 'en-US' });
  await client.call('PUT', `${hubPrefix}/llms/${agent.responseEngineLlmId}`, { credentialId: null });
  await page.reload();
  await button(page, 'Test Audio').click();
  // Without a key of the brain the demo model answers a test, and the page says so.
  await page.getByText(/^Live/).waitFor();
  await page.getByText(/No key is stored for .+ yet, so the built-in demo model answers/).waitFor();
  await button(page, 'Add a key').waitFor();
  await page.getByText(/LLM: the demo model/).waitFor();
  await expectAccessible(page);
  const { data } = await client.call<{ data: { credentialId: string | null } }>(
    'GET',
    `${hubPrefix}/llms/${agent.responseEngineLlmId}`,
  );
  expect(data.credentialId).toBeNull();
});

it('a muted microphone sends nothing, another one is taken, words can be written, and a lost line is reported', async () => {
  const agent = await make({}, { generalPrompt: 'The shop opens at seven.' });
  const page = await open(agent);
  browser.allow(page, /Failed to load resource|WebSocket connection/);
  const opened = watchLine(page);
  await button(page, 'Test Audio').click();
  const emitted = await opened;
  await expect.poll(() => emitted.microphoneBytes).toBeGreaterThan(0);
  await button(page, 'Mute the microphone').click();
  await button(page, 'Unmute the microphone').waitFor();
  await button(page, 'Type instead').click();
  await write(page, 'When does the shop open?');
  await line(page, 'seven').waitFor();
  const muted = emitted.microphoneBytes;
  await expect.poll(() => emitted.notices.some(isEvent('agent-turn'))).toBe(true);
  expect(emitted.microphoneBytes).toBe(muted);
  await page.getByRole('button', { name: /^Microphone: / }).click();
  await page.getByRole('menuitemradio', { name: 'Fake Audio Input 1' }).click();
  await page.getByRole('button', { name: 'Microphone: Fake Audio Input 1' }).waitFor();
  expect(emitted.microphoneBytes).toBe(muted);
  await button(page, 'Unmute the microphone').click();
  await expect.poll(() => emitted.microphoneBytes).toBeGreaterThan(muted);

  await server.stop('SIGKILL');
  await page.getByText('Reconnecting…').first().waitFor();
  await page
    .getByRole('alert')
    .getByText('The connection to the server was lost during the call.')
    .waitFor({ timeout: 30_000 });
  expect(await line(page, 'seven').count()).toBe(1);
});
