import { expect, it } from 'vitest';
import { loudness } from './audio/loudness.ts';
import type { CallConfig } from './call-session.ts';
import { TestCall, type TestCallOptions } from './testing/test-call.ts';
import { tone } from './testing/tone.ts';
import { ToneSynthesizer } from './testing/tone-synthesizer.ts';

const story = 'so yesterday I came home and found that the heating was cold again';
const backchannel = { frequency: 1, words: ['Right.'] };

/** Stretches of sound in a recorded channel, in ms. */
function stretches(frames: readonly Int16Array[]): [number, number][] {
  const found: [number, number][] = [];
  frames.forEach((frame, index) => {
    if (loudness(frame) < 300) return;
    const last = found.at(-1);
    if (last && index * 20 - last[1] < 100) last[1] = (index + 1) * 20;
    else found.push([index * 20, (index + 1) * 20]);
  });
  return found;
}

const soundMs = ({ agent }: TestCall) => stretches(agent).reduce((sum, [from, to]) => sum + to - from, 0);

const loudest = (frames: readonly Int16Array[], [from, to]: [number, number]) =>
  Math.max(...frames.slice(from / 20, to / 20).map(loudness));

/** A caller who tells a story with one pause in it, and is answered. */
async function tells(config: Partial<CallConfig>, options: TestCallOptions = {}, lastMs = 2000) {
  const call = new TestCall({
    config: { responsiveness: 0.52, ...config },
    hears: [story],
    recognizer: { interimWordMs: 400 },
    replies: ['That is no good.'],
    synthesizers: (clock) => [new ToneSynthesizer({ clock, firstAudioMs: 90 })],
    ...options,
  });
  await call.clock.advance(1000);
  call.line.speak(tone(3600));
  call.line.speak(new Int16Array(16 * 300));
  call.line.speak(tone(lastMs));
  await call.awaits('agent-turn');
  await call.clock.advance(400);
  call.line.hangUp();
  await call.session.ended;
  return call;
}

it('a word of listening sounds in the agent’s track while the caller’s turn goes on, and the answer comes as before', async () => {
  const [call, without] = [await tells({ backchannel }), await tells({})];
  const [caller, agent] = [stretches(call.caller), stretches(call.agent)];
  expect([caller.length, agent.length]).toEqual([2, 2]);
  const [word, answer] = agent as [[number, number], [number, number]];
  const again = caller[1]?.[0] ?? 0;
  expect(word[0]).toBeGreaterThanOrEqual(again);
  expect(word[1]).toBeLessThan(caller[1]?.[1] ?? 0);
  expect(word[0] - again).toBeLessThanOrEqual(200);
  expect(loudest(call.agent, word)).toBeLessThan(loudest(call.agent, answer) * 0.7);

  expect(call.of('backchannel').map(({ text }) => text)).toEqual(['Right.']);
  const others = call.events.filter(({ type }) => type !== 'backchannel');
  expect(others).toEqual(without.events);
  expect(stretches(without.agent)).toEqual([answer]);
  expect(call.transcript()).toEqual([`caller: ${story}`, 'agent: That is no good.']);
  expect(call.recognizer.lengths).toEqual(without.recognizer.lengths);
});

it('each word is synthesized once in a call, before it is needed', async () => {
  const call = await tells({ backchannel: { frequency: 1, words: ['Right.', 'I see.'] } });
  const asked = call.synthesizers[0]?.asked.map(({ text }) => text);
  expect(asked).toEqual(['Right.', 'I see.', 'That is no good.']);
  expect(call.of('backchannel')).toHaveLength(1);
});

it('an answer that was begun in a pause, and dropped, keeps no word from being there in time', async () => {
  const call = new TestCall({
    config: { responsiveness: 0.52, backchannel: { frequency: 1, words: ['Right.', 'I see.', 'Okay.'] } },
    hears: [story],
    recognizer: { interimWordMs: 300 },
    responder: { mayPrepare: true },
    replies: ['Oh.', 'That is no good.'],
    synthesizers: (clock) => [new ToneSynthesizer({ clock, firstAudioMs: 300 })],
  });
  await call.clock.advance(1000);
  for (const ms of [1700, 2600, 1500]) {
    call.line.speak(tone(ms));
    call.line.speak(new Int16Array(16 * 300));
  }
  await call.awaits('agent-turn');
  call.line.hangUp();
  await call.session.ended;
  const asked = call.synthesizers[0]?.asked.map(({ text }) => text) ?? [];
  expect(asked.toSorted()).toEqual(
    expect.arrayContaining(['I see.', 'Oh.', 'Okay.', 'Right.', 'That is no good.']),
  );
  expect(asked.indexOf('Okay.')).toBeGreaterThan(asked.indexOf('Oh.'));
  expect(call.of('backchannel')).toHaveLength(1);
});

it('a word whose sound is not there in time is left out', async () => {
  const slow: TestCallOptions['synthesizers'] = (clock) => [
    new ToneSynthesizer({ clock, firstAudioMs: 4000 }),
  ];
  const call = await tells({ backchannel }, { synthesizers: slow });
  expect(call.of('backchannel')).toEqual([]);
  expect(stretches(call.agent)).toHaveLength(1);
});

it('a voice that fails at a word of listening costs the caller no answer', async () => {
  const call = await tells(
    { backchannel },
    {
      synthesizers: (clock) => [new ToneSynthesizer({ clock, fails: true }), new ToneSynthesizer({ clock })],
    },
  );
  // The answer replaces the voice, not the word.
  const [replaced] = call.of('voice-fallback');
  expect(replaced?.at).toBeGreaterThanOrEqual(call.of('user-turn')[0]?.at ?? 0);
  expect(call.of('backchannel')).toEqual([]);
  expect(call.transcript()).toEqual([`caller: ${story}`, 'agent: That is no good.']);
});

it('an answer that is due within a word of listening follows it whole', async () => {
  const word = { frequency: 1, words: ['Right right right right right.'] };
  const [call, without] = [await tells({ backchannel: word }, {}, 300), await tells({}, {}, 300)];
  const begins = (one: TestCall) => one.of('agent-speech-start')[0]?.at ?? 0;
  const lateMs = begins(call) - begins(without);
  expect(lateMs).toBeGreaterThan(0);
  expect(lateMs).toBeLessThanOrEqual(400);
  const [[from, to] = [0, 0]] = stretches(call.agent);
  // In whole frames; the word is the quieter one.
  expect(to - from - soundMs(without)).toBe(1260);
  expect(loudest(call.agent, [from, from + 1260])).toBeLessThan(loudest(call.agent, [from + 1260, to]) * 0.7);
});

it('words that an answer has kept from being made are made in a later turn, and none is made twice', async () => {
  const call = new TestCall({
    config: { responsiveness: 0.52, backchannel: { frequency: 1, words: ['Right.', 'I see.'] } },
    hears: [story, story],
    recognizer: { interimWordMs: 400 },
    replies: ['Yes.', 'No.'],
    synthesizers: (clock) => [new ToneSynthesizer({ clock, firstAudioMs: 1200 })],
  });
  await call.clock.advance(1000);
  call.line.speak(tone(1800));
  await call.awaits('agent-turn');
  await call.clock.advance(400);
  call.line.speak(tone(4000));
  await call.awaits('agent-turn', 2);
  call.line.hangUp();
  await call.session.ended;
  expect(call.synthesizers[0]?.asked.map(({ text }) => text)).toEqual(['Right.', 'Yes.', 'I see.', 'No.']);
});

it('an answer follows a word of listening, and waits for no more than 400 ms of it', async () => {
  const long = { frequency: 1, words: ['Right right right right right right right right right.'] };
  const [call, without] = [await tells({ backchannel: long }, {}, 300), await tells({}, {}, 300)];
  const begins = (one: TestCall) => one.of('agent-speech-start')[0]?.at ?? 0;
  expect(call.of('backchannel')).toHaveLength(1);
  expect(begins(call) - begins(without)).toBeLessThanOrEqual(400);
  expect(soundMs(call) - soundMs(without)).toBeLessThan(9 * 250);
  expect(call.transcript()).toEqual(without.transcript());
});
