import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallReplay, type ReplayTurn, startCallReplays } from '@tendril/contract/api/call-replays';
import { hubPrefix } from '@tendril/contract/api/hub';
import { agentsPrefix } from '@tendril/contract/api/prefixes';
import type { Simulation, SimulationResult } from '@tendril/contract/api/simulations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAgent } from '../../../testing/call-driver.ts';
import { makeFolder } from '../../../testing/temporary-folder.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

// A closed set of sentences proves the way of the sound, whatever the machine is busy with.
const grammar = `#JSGF V1.0;
grammar caller;
public <sentence> = when does the shop open | tell me about the bread ;
`;

let app: TestApp;
let user: TestUser;
let agentId: string;
let callId = '';

beforeAll(async () => {
  const localSpeechGrammar = join(makeFolder(), 'caller.gram');
  writeFileSync(localSpeechGrammar, grammar);
  app = await createTestApp({ config: { localSpeechGrammar } });
  user = await app.signIn();
  agentId = await makeAgent(user, {
    agent: { beginMessageDelayMs: 0, responsiveness: 0.5, maxCallDurationMs: 110_000 },
    llm: {
      generalPrompt: 'The shop opens at seven in the morning.',
      ...{ beginMode: 'defined', beginMessage: 'Good morning.' },
    },
  });
});
afterAll(() => app.close());

/** A spoken call with a recording. */
async function record(): Promise<string> {
  const made = await user.inject({
    method: 'POST',
    url: `${agentsPrefix}/${agentId}/simulations`,
    payload: {
      ...{ name: 'Spoken', caller: { type: 'script', lines: ['when does the shop open'] }, variables: {} },
      ...{ toolMocks: [], checks: [], maxTurns: 5 },
      sound: { line: 'browser', noise: null, interruptions: [] },
    },
  });
  const url = `${hubPrefix}/simulations/${made.json<{ data: Simulation }>().data.id}/runs`;
  await user.inject({ method: 'POST', url, payload: {} });
  const last = async () => (await user.inject({ url })).json<{ data: SimulationResult[] }>().data[0];
  await expect.poll(async () => (await last())?.status, { timeout: 100_000 }).toBe('pass');
  return (await last())?.callId ?? '';
}

it.each(['sound', 'clock'] as const)(
  'the caller’s own track is played to the agent by %s, understood again and answered',
  async (way) => {
    callId ||= await record();
    const url = startCallReplays.path;
    const begun = await user.inject({ method: 'POST', url, payload: { callIds: [callId], way } });
    expect(begun.statusCode, begun.body).toBe(202);
    const batch = `${url}/${begun.json().data.id}`;
    const read = async () =>
      (await user.inject({ url: batch })).json<{ data: { replays: CallReplay[] } }>().data;
    await expect
      .poll(async () => (await read()).replays[0]?.status, { timeout: 100_000 })
      .not.toBe('running');
    const [replay] = (await read()).replays;
    expect(replay).toMatchObject({ explanation: '', callId: expect.any(String) });
    const one = await user.inject({ url: `${batch}/calls/${replay?.id}` });
    const { compared } = one.json<{ data: { compared: ReplayTurn[] } }>().data;
    const asked = compared.find(({ after }) => after?.text.includes('seven in the morning'));
    expect(asked, JSON.stringify(compared)).toMatchObject({ after: { answerMs: expect.any(Number) } });
  },
  240_000,
);
