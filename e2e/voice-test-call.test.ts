import { type Call, createCall } from '@tendril/contract/api/calls';
import { hubPrefix } from '@tendril/contract/api/hub';
import { agentsPrefix } from '@tendril/contract/api/prefixes';
import type { CallCommand, CallNotice } from '@tendril/contract/voice/call-socket';
import type { VoiceAgent, VoiceAgentFields, VoiceLlmFields } from '@tendril/contract/voice/voice-agent';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, WebSocket } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testBrowser } from './browser.ts';
import { callerMicrophone } from './caller-sound.ts';
import { HouseClient } from './house-client.ts';
import { type LocalHouse, startHouse } from './local-house.ts';

// A closed set of sentences proves the way of the sound, whatever the machine is busy with.
const grammar = `#JSGF V1.0;
grammar caller;
public <sentence> = when does the shop open | please stop now | tell me about the bread ;
`;
const bread =
  'Our bread is baked every night from flour of the valley, with water of the spring and a little salt, and it rests ' +
  'for a whole day before it goes into the oven, where it stays until the crust is brown, and then it is carried ' +
  'over the bridge to the market, where people wait for it long before the sun comes up.';

const microphone = callerMicrophone([
  4000,
  'tell me about the bread',
  5500,
  'please stop now',
  6000,
  'when does the shop open',
  1000,
]);
const browser = testBrowser(microphone.switches);
let folder: string;
let house: LocalHouse;
let client: HouseClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tendril-grammar-'));
  const path = join(folder, 'caller.gram');
  writeFileSync(path, grammar);
  house = await startHouse({ environment: { LOCAL_SPEECH_GRAMMAR: path } });
  client = await new HouseClient(house.url).registerOwner();
});
afterAll(async () => {
  await house?.remove();
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

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const lines = (page: Page) => page.getByRole('log', { name: 'Transcript' }).getByRole('listitem');

it('VED-25, SP-54: Test Audio hears the microphone, answers aloud, and stops when the caller breaks in', async () => {
  const agent = await make(
    { interruptionSensitivity: 1 },
    {
      generalPrompt: `The shop opens at seven in the morning. ${bread}`,
      beginMode: 'defined',
      beginMessage: 'Good morning.',
    },
  );
  const page = await browser.visit(house.url, { session: 'shared' });
  await page.goto(`/agent/${agent.id}`);
  const opened = watchLine(page);
  await button(page, 'Test Audio').click();
  const line = await opened;
  await page.getByText(/^Live \d+:\d\d$/).waitFor();
  const said = (text: string) => lines(page).filter({ hasText: text });
  await said('Good morning.').waitFor();
  await said('tell me about the bread').waitFor({ timeout: 30_000 });
  const answer = lines(page).filter({ hasText: 'words unsaid' });
  await answer.waitFor({ timeout: 30_000 });
  expect(await answer.textContent()).toMatch(/agent stopped in \d+ ms · \d+ words unsaid/);
  const unsaid = (await answer.locator('s').textContent()) ?? '';
  expect(bread).toContain(unsaid.split(' ').slice(-4).join(' '));
  await said('please stop now').waitFor();
  await said('seven in the morning').waitFor({ timeout: 30_000 });
  console.log(JSON.stringify(line.notices.filter(n=>n.type!=='event'||!['agent-delta','step-start'].includes(n.event.type))).slice(0,6000));
  console.log(line.voiceBytes, line.microphoneBytes, JSON.stringify(line.commands).slice(-3000));
  await button(page, 'End call').click();
  await page.getByText('You ended the call.').waitFor();
  const { data } = await client.call<{ data: Call[] }>('GET', `${createCall.path}?agentId=${agent.id}`);
  expect(data).toHaveLength(1);
});
