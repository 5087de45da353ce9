import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Call, createCall } from '@tendril/contract/api/calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAgent, registerCall } from '../../../testing/call-driver.ts';
import { SpeakingCaller } from '../../../testing/speaking-caller.ts';
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

let test: TestApp;
let user: TestUser;
let base: string;

beforeAll(async () => {
  const localSpeechGrammar = join(makeFolder(), 'caller.gram');
  writeFileSync(localSpeechGrammar, grammar);
  test = await createTestApp({ config: { localSpeechGrammar } });
  user = await test.signIn();
  base = await test.listen();
});
afterAll(() => test.close());

/** Loudness of one side of a stereo WAV over a span of the call. */
function loudness(wav: Buffer, side: 0 | 1, fromMs: number, toMs: number): number {
  let sum = 0;
  let count = 0;
  const end = Math.min(wav.length - 4, 44 + Math.floor(toMs * 16) * 4);
  for (let at = 44 + Math.floor(fromMs * 16) * 4; at < end; at += 4) {
    sum += wav.readInt16LE(at + side * 2) ** 2;
    count += 1;
  }
  return Math.sqrt(sum / Math.max(1, count));
}

it.each(['numbered', 'plain'])(
  'VED-25: a spoken call is heard, answered aloud, broken into and recorded (%s frames)',
  {
    timeout: 120_000,
  },
  async (frames) => {
    const agentId = await makeAgent(user, {
      agent: {
        beginMessageDelayMs: 0,
        responsiveness: 1,
        interruptionSensitivity: 1,
        maxCallDurationMs: 110_000,
      },
      llm: {
        generalPrompt: `The shop opens at seven in the morning. ${bread}`,
        beginMode: 'defined',
        beginMessage: 'Good morning.',
      },
    });
    const registered = await registerCall(user, agentId, { channel: 'audio' });
    const caller = new SpeakingCaller(base, registered.socketPath, registered.token);
    expect(await caller.event('call-start')).toMatchObject({
      channel: 'audio',
      recognizer: { isStandIn: true },
      synthesizer: { isStandIn: true },
    });
    expect(caller.notices[0]).toMatchObject({ type: 'ready', takesNumbered: true });
    if (frames === 'numbered') caller.numberFrames();
    expect((await caller.event('agent-turn')).text).toBe('Good morning.');
    expect(Buffer.concat(caller.audio).some((byte) => byte !== 0)).toBe(true);

    await caller.speak('when does the shop open');
    expect((await caller.event('user-turn')).text).toBe('when does the shop open');
    const answer = await caller.event('agent-turn', 2);
    expect(answer.text).toContain('seven in the morning');
    expect(answer.times.e2eMs).toBeGreaterThan(0);

    await caller.speak('tell me about the bread');
    const speaking = await caller.event('agent-speech-start', 3);
    await caller.speak('please stop now');
    const broken = await caller.event('agent-interrupted');
    expect(broken.turn).toBe(speaking.turn);
    expect(caller.notices).toContainEqual({ type: 'clear' });
    const cut = await caller.event('agent-turn', 3);
    expect(cut.unsaid).not.toBe('');
    expect(bread).toContain(cut.text.trim().split(' ').slice(1, 4).join(' '));
    caller.send({ type: 'hang-up' });
    await caller.closed;

    const url = `${createCall.path}/${registered.data.id}`;
    const { data } = (await user.inject({ method: 'GET', url })).json<{ data: Call }>();
    expect(data).toMatchObject({ status: 'ended', disconnectionReason: 'user_hangup', channel: 'audio' });
    expect(data.latency.e2e?.num).toBeGreaterThanOrEqual(2);
    const wav = (await user.inject({ method: 'GET', url: data.recordingUrl ?? '' })).rawPayload;
    const [heardAt, answeredAt] = ['user-turn', 'agent-speech-start'].map(
      (type, place) => caller.events.filter((event) => event.type === type)[place]?.offsetMs ?? 0,
    ) as [number, number];
    expect(loudness(wav, 0, heardAt - 2500, heardAt)).toBeGreaterThan(200);
    expect(loudness(wav, 1, answeredAt, answeredAt + 1000)).toBeGreaterThan(200);
    expect((wav.length - 44) / 64).toBeGreaterThan(data.durationMs - 1500);
  },
);
