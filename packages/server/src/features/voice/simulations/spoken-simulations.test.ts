import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Call, createCall } from '@tendril/contract/api/calls';
import { hubPrefix } from '@tendril/contract/api/hub';
import { agentsPrefix } from '@tendril/contract/api/prefixes';
import type {
  CallerSound,
  Simulation,
  SimulationFields,
  SimulationResult,
} from '@tendril/contract/api/simulations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAgent } from '../../../testing/call-driver.ts';
import { makeFolder } from '../../../testing/temporary-folder.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

// A closed set of sentences proves the way of the sound, whatever the machine is busy with.
const grammar = `#JSGF V1.0;
grammar caller;
public <sentence> = when does the shop open | please stop now | tell me about the bread ;
`;
const bread =
  'Our bread is baked every night from flour of the valley, with water of the spring and a little salt, and it rests ' +
  'for a whole day before it goes into the oven, where it stays until the crust is brown.';
const quiet: CallerSound = { line: 'browser', noise: null, interruptions: [] };

let app: TestApp;
let user: TestUser;
let agentId: string;

beforeAll(async () => {
  const localSpeechGrammar = join(makeFolder(), 'caller.gram');
  writeFileSync(localSpeechGrammar, grammar);
  app = await createTestApp({ config: { localSpeechGrammar } });
  user = await app.signIn();
  agentId = await makeAgent(user, {
    agent: {
      beginMessageDelayMs: 0,
      // A telephone swallows an s: the pause before “stop” is no end of a turn.
      responsiveness: 0.5,
      interruptionSensitivity: 1,
      maxCallDurationMs: 110_000,
    },
    llm: {
      generalPrompt: `The shop opens at seven in the morning. ${bread}`,
      beginMode: 'defined',
      beginMessage: 'Good morning.',
    },
  });
});
afterAll(() => app.close());

async function run(fields: Partial<SimulationFields>): Promise<SimulationResult> {
  const made = await user.inject({
    method: 'POST',
    url: `${agentsPrefix}/${agentId}/simulations`,
    payload: {
      ...{ name: 'Spoken', caller: { type: 'script', lines: ['when does the shop open'] }, variables: {} },
      ...{ toolMocks: [], checks: [], maxTurns: 5, sound: quiet },
      ...fields,
    },
  });
  expect(made.statusCode, made.body).toBe(201);
  const { id } = made.json<{ data: Simulation }>().data;
  const url = `${hubPrefix}/simulations/${id}/runs`;
  await user.inject({ method: 'POST', url, payload: {} });
  const last = async () => (await user.inject({ url })).json<{ data: SimulationResult[] }>().data[0];
  await expect.poll(async () => (await last())?.status, { timeout: 100_000 }).not.toBe('running');
  const result = await last();
  if (!result) throw new Error('There is no result.');
  return result;
}

it('a caller who speaks is understood, answered and recorded, and measures the answers', async () => {
  const result = await run({
    checks: [
      { type: 'says', text: 'seven in the morning' },
      { type: 'answers-within', ms: 60_000 },
      { type: 'talks-over-at-most', ms: 60_000 },
    ],
  });
  expect(result, JSON.stringify(result)).toMatchObject({ status: 'pass' });
  expect(result.transcript.map(({ role }) => role)).toEqual(['agent', 'user', 'agent']);
  expect(result.transcript[1]?.content).toBe('when does the shop open');
  expect(result.sound?.answerMs).toHaveLength(1);
  expect(result.sound?.answerMs[0]).toBeGreaterThan(200);
  const { data } = (await user.inject({ url: `${createCall.path}/${result.callId}` })).json<{ data: Call }>();
  expect(data).toMatchObject({ channel: 'audio', kind: 'simulation', status: 'ended' });
  expect((await user.inject({ url: data.recordingUrl ?? '' })).statusCode).toBe(200);
}, 120_000);

// A recognizer on a machine that is busy elsewhere may miss a word.
const patient = { timeout: 120_000, retry: 1 };

it('an answer is broken into when it was wanted, on a telephone line', patient, async () => {
  const result = await run({
    caller: { type: 'script', lines: ['tell me about the bread'] },
    sound: {
      line: 'phone',
      noise: null,
      interruptions: [{ answer: 2, afterMs: 1200, words: 'please stop now' }],
    },
    checks: [{ type: 'stops-within', ms: 5000 }],
  });
  expect(result, JSON.stringify(result)).toMatchObject({ status: 'pass' });
  expect(result.sound?.stopMs).toHaveLength(1);
  const said = result.transcript.filter(({ role }) => role === 'user').map(({ content }) => content);
  expect(said).toEqual(['tell me about the bread', 'please stop now']);
  // What the caller did not hear is not part of the conversation.
  expect(result.transcript.find(({ content }) => content.includes('baked'))?.content ?? '').not.toContain(
    'crust',
  );
});

it('times are wanted of a spoken call only, and an answer that comes too late fails its case', async () => {
  const written = await run({ sound: null, checks: [{ type: 'answers-within', ms: 1000 }] });
  expect(written.checks).toEqual([{ isOk: false, explanation: 'Times are measured in a spoken call only.' }]);
  const slow = await run({ checks: [{ type: 'answers-within', ms: 1 }] });
  expect(slow.status).toBe('fail');
  expect(slow.explanation).toMatch(/The slowest answer began after \d+ ms\./);
}, 120_000);
