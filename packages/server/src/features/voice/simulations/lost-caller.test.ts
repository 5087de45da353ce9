import { hubPrefix } from '@tendril/contract/api/hub';
import { agentsPrefix } from '@tendril/contract/api/prefixes';
import type { Simulation, SimulationResult } from '@tendril/contract/api/simulations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAgent, registerCall } from '../../../testing/call-driver.ts';
import { mediaProcesses } from '../../../testing/media-processes.ts';
import { SpeakingCaller } from '../../../testing/speaking-caller.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const long =
  'Our bread is baked every night from flour of the valley, with water of the spring and a little salt, and it rests ' +
  'for a whole day before it goes into the oven, where it stays until the crust is brown. ';

let app: TestApp;
let user: TestUser;
let base: string;
let agentId: string;

beforeAll(async () => {
  app = await createTestApp({ config: { callMedia: 'apart' } });
  user = await app.signIn();
  base = await app.listen();
  agentId = await makeAgent(user, {
    agent: { beginMessageDelayMs: 0, interruptionSensitivity: 0 },
    llm: { beginMode: 'defined', beginMessage: long.repeat(4) },
  });
});
afterAll(() => app.close());

async function beginSimulation(): Promise<() => Promise<SimulationResult | undefined>> {
  const made = await user.inject({
    method: 'POST',
    url: `${agentsPrefix}/${agentId}/simulations`,
    payload: {
      ...{ name: 'Spoken', caller: { type: 'script', lines: ['good day'] }, variables: {} },
      ...{ toolMocks: [], checks: [{ type: 'answers-within', ms: 60_000 }], maxTurns: 1 },
      sound: { line: 'browser', noise: null, interruptions: [] },
    },
  });
  const url = `${hubPrefix}/simulations/${made.json<{ data: Simulation }>().data.id}/runs`;
  await user.inject({ method: 'POST', url, payload: {} });
  return async () => (await user.inject({ url })).json<{ data: SimulationResult[] }>().data[0];
}

/** The process of simulations, once there is one beside those that are known. */
async function processBeside(known: readonly number[]): Promise<number> {
  const others = () => mediaProcesses().filter((id) => !known.includes(id));
  await expect.poll(others, { timeout: 30_000 }).toHaveLength(1);
  return others()[0] ?? 0;
}

it('where the process of simulations is killed, they end in words, and calls and the next simulation go on', {
  timeout: 120_000,
}, async () => {
  const { socketPath, token } = await registerCall(user, agentId, { channel: 'audio' });
  const page = new SpeakingCaller(base, socketPath, token);
  await page.event('agent-speech-start');
  const ofCalls = mediaProcesses();
  const last = await beginSimulation();
  const lost = await processBeside(ofCalls);
  process.kill(lost, 'SIGKILL');
  await expect.poll(async () => (await last())?.status, { timeout: 30_000 }).not.toBe('running');
  expect(await last()).toMatchObject({
    status: 'error',
    explanation: 'The process of this call’s sound has ended.',
  });
  // The call is carried by another process, which goes on.
  const before = page.audio.length;
  await page.until(() => page.audio.length > before + 50);
  expect(mediaProcesses()).toEqual(ofCalls);
  await beginSimulation();
  expect(await processBeside(ofCalls)).not.toBe(lost);
  page.send({ type: 'hang-up' });
  await page.closed;
});
