import type { CallEvent } from '@tendril/contract/call-event';
import { type CallClock, realClock } from '@tendril/voice/call-clock';
import type { CallParts } from '@tendril/voice/call-session';
import { createCallSession } from '@tendril/voice/create-call-session';
import { callConfig } from '@tendril/voice/testing/call-config';
import { ScriptedRecognizer } from '@tendril/voice/testing/scripted-recognizer';
import { ScriptedResponder } from '@tendril/voice/testing/scripted-responder';
import { tone } from '@tendril/voice/testing/tone';
import { ToneSynthesizer } from '@tendril/voice/testing/tone-synthesizer';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import { makeFolder } from '../../../testing/temporary-folder.ts';
import { createMediaProcess } from '../calls/public.ts';
import { type OpenCaller, openCallers } from './open-caller.ts';

const media = createMediaProcess({
  ...{ log: pino({ level: 'silent' }), codeCache: makeFolder(), onLate: () => {} },
  isPreferred: false,
});
afterAll(() => media.close());

const questions = ['what time is it', 'where are you'];
/** What the rule of turns waits for; the vendors' time counts as far as the machine lets the call go on meanwhile. */
const endpointMs = 300;

function partsOf(audio: Pick<NonNullable<CallParts['audio']>, 'transport'>, clock: CallClock): CallParts {
  return {
    config: callConfig(),
    responder: new ScriptedResponder(['It is nine.', 'We are here.'], { clock: realClock, firstMs: 200 }),
    ...{ functions: [], variables: {}, builtIn: () => ({}), describe: () => ({}), emit: () => {} },
    hasTimers: true,
    clock,
    audio: {
      ...audio,
      recognizer: new ScriptedRecognizer(questions, { clock: realClock, finalMs: 50 }),
      synthesizers: [new ToneSynthesizer({ clock: realClock, firstAudioMs: 80 })],
    },
  };
}

/** Something said after a moment of silence: what sounds from the first frame of a line on is its noise. */
function words(sampleRate: number): Int16Array {
  const said = tone(900, { sampleRate });
  const samples = new Int16Array(said.length + sampleRate / 2);
  samples.set(said, sampleRate / 2);
  return samples;
}

/** Two questions of a caller who speaks; `onEvent` is called where the server learns of each event. */
async function talk(open: OpenCaller, onEvent: (event: CallEvent) => void = () => {}) {
  const { signal } = new AbortController();
  const caller = open({
    sound: { line: 'browser', noise: null, interruptions: [] },
    voice: async (_words, sampleRate) => words(sampleRate),
  });
  const { transport, clock = realClock, createSession } = caller.line;
  if (!transport) throw new Error('A caller without a line.');
  const turns: string[] = [];
  const parts = partsOf({ transport }, clock);
  parts.emit = (event) => {
    caller.note({ ...event, seq: 0, at: 0 } as never, signal);
    if (event.type === 'user-turn' || event.type === 'agent-turn') turns.push(event.text);
    onEvent(event);
  };
  const builtIn = {
    callId: '',
    sessionType: 'voice',
    direction: 'inbound',
    agentNumber: '',
    userNumber: '',
    timezone: 'UTC',
  } as const;
  const session = createSession ? createSession(parts, { builtIn }) : createCallSession(parts);
  for (const question of questions) await caller.say(question, signal);
  caller.hangUp();
  const { reason } = await session.ended;
  const figures = await caller.figures();
  caller.close();
  return { reason, turns, figures };
}

it('a caller in a process of its own says, hears and measures what one here does', {
  timeout: 60_000,
}, async () => {
  for (const open of [openCallers(undefined), openCallers(media)]) {
    const { reason, turns, figures } = await talk(open);
    expect(reason).toBe('user_hangup');
    expect(turns).toEqual(['what time is it', 'It is nine.', 'where are you', 'We are here.']);
    expect(figures?.answerMs).toHaveLength(2);
    // The line tells time by frames of 20 ms.
    for (const ms of figures?.answerMs ?? []) expect(ms).toBeGreaterThan(endpointMs - 25);
    expect(figures?.stopMs).toEqual([]);
    // Of a sentence, not of some frames at its ends.
    expect(figures?.talkOverMs).toBeLessThan(100);
  }
  expect(media.processId()).toBeDefined();
});

const stopMs = 2000;

it.each([
  ['here', openCallers(undefined)],
  ['in a process of its own', openCallers(media)],
] as const)(
  'a server that is stopped while it answers makes no figure of a caller %s longer',
  { timeout: 60_000 },
  async (_where, open) => {
    let stops = 0;
    const { turns, figures } = await talk(open, ({ type }) => {
      if (type !== 'user-turn') return;
      stops += 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stopMs);
    });
    expect(stops).toBe(2);
    expect(turns).toHaveLength(4);
    expect(figures?.answerMs).toHaveLength(2);
    for (const ms of figures?.answerMs ?? []) expect(ms).toBeLessThan(stopMs);
  },
);
