import type { CallEvent } from '@tendril/contract/call-event';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { loudness } from './audio/loudness.ts';
import { idleCall, reduceCall } from './call-state.ts';
import { normalizeRules } from './state/call-rules.ts';
import type { CallEffect, CallInput, TimerName } from './state/call-shape.ts';
import { callConfig } from './testing/call-config.ts';
import { TestCall } from './testing/test-call.ts';
import { tone } from './testing/tone.ts';
import { wordsOf } from './turns/phrases.ts';

const timers: TimerName[] = [
  'begin',
  'endpoint',
  'prepare',
  'noise',
  'keypad',
  'reminder',
  'silence',
  'duration',
  'last-words',
];
const words = fc.constantFrom('', 'yes', 'stop', 'I would like two tickets', 'uh-huh', 'my number is');
const generation = fc.integer({ min: -1, max: 0 });

/** Anything that may happen, in any order: `generation` counts back from the newest. */
const input = fc.oneof(
  fc.record({ type: fc.constant('voice-onset'), onsetAt: fc.nat(100), voicedMs: fc.constant(120) }),
  fc.record({ type: fc.constant('voice'), voicedMs: fc.nat(3000) }),
  fc.record({
    type: fc.constant('voice-pause'),
    lastVoiceAt: fc.nat(100),
    intonation: fc.constantFrom('falling', 'level', 'rising', undefined),
  }),
  fc.record({ type: fc.constant('voice-noise') }),
  fc.record({ type: fc.constant('interim'), utterance: fc.nat(4), text: words, isEnd: fc.boolean() }),
  fc.record({ type: fc.constant('final'), utterance: fc.nat(4), text: words }),
  fc.record({ type: fc.constant('typed'), text: words }),
  fc.record({ type: fc.constant('key'), digit: fc.constantFrom('1', '#', 'x') }),
  fc.record({ type: fc.constant('timer'), name: fc.constantFrom(...timers) }),
  fc.record({ type: fc.constant('first-words'), generation }),
  fc.record({ type: fc.constant('sound-start'), generation }),
  fc.record({ type: fc.constant('answer-over'), generation, heard: words, unsaid: fc.constant('') }),
  fc.record({ type: fc.constant('no-interruption'), generation }),
  fc.record({ type: fc.constant('will-end'), generation, reason: fc.constant('agent_hangup') }),
  fc.record({ type: fc.constant('hang-up'), reason: fc.constantFrom('user_hangup', 'error_unknown') }),
  fc.record({ type: fc.constant('recognizer-lost'), message: fc.constant('gone') }),
  fc.record({ type: fc.constantFrom('take-over', 'give-back'), by: fc.constant('Anna') }),
  fc.record({ type: fc.constant('operator-words'), by: fc.constant('Anna'), text: words }),
);

/** Runs inputs of a millisecond each, answers `hold` as a line does, and hangs up at last. */
function play(inputs: readonly object[], config: { isText: boolean; sensitivity: number }) {
  const rules = normalizeRules(
    callConfig({ beginMode: 'dynamic', reminderMaxCount: 2, interruptionSensitivity: config.sensitivity }),
    { isText: config.isText, hasTimers: true, mayPrepare: true },
  );
  let state = idleCall;
  const effects: CallEffect[] = [];
  const feed = (next: CallInput) => {
    const step = reduceCall(state, next, rules);
    state = step.state;
    effects.push(...step.effects);
    if (step.effects.some(({ type }) => type === 'hold'))
      feed({ type: 'held', at: next.at, generation: state.generation, heard: 'Hello', unsaid: ' there' });
  };
  feed({ type: 'start', at: 0 });
  inputs.forEach((one, index) => {
    const newest = 'generation' in one ? { generation: state.generation + Number(one.generation) } : {};
    feed({ ...one, ...newest, at: index + 1 } as CallInput);
  });
  feed({ type: 'hang-up', reason: 'user_hangup', at: 10_000 });
  feed({ type: 'timer', name: 'last-words', at: 20_000 });
  return effects;
}

const emitted = (effects: readonly CallEffect[]) =>
  effects.flatMap((effect): CallEvent[] => (effect.type === 'emit' ? [effect.event] : []));

it('whatever happens, a call ends once, for one reason, and emits nothing after it', () => {
  void fc.assert(
    fc.property(
      fc.array(input, { maxLength: 60 }),
      fc.record({ isText: fc.boolean(), sensitivity: fc.constantFrom(0, 0.5, 1) }),
      (inputs, config) => {
        const effects = play(inputs, config);
        const events = emitted(effects);
        expect(events.filter(({ type }) => type === 'call-end')).toHaveLength(1);
        expect(events.at(-1)?.type).toBe('call-end');
        expect(effects.filter(({ type }) => type === 'end')).toHaveLength(1);
        expect(effects.at(-1)?.type).toBe('end');
      },
    ),
    { numRuns: 300 },
  );
});

it('whatever happens, one answer is under way at most, and each that began is emitted once', () => {
  void fc.assert(
    fc.property(
      fc.array(input, { maxLength: 60 }),
      fc.record({ isText: fc.boolean(), sensitivity: fc.constantFrom(0, 0.5, 1) }),
      (inputs, config) => {
        let open: number | undefined;
        let listening = 0;
        let isPrepared = false;
        for (const effect of play(inputs, config)) {
          // An answer that is begun early is the only one, and is either taken or dropped before the next.
          if (effect.type === 'prepare') {
            expect([isPrepared, open]).toEqual([false, undefined]);
            isPrepared = true;
          }
          if (effect.type === 'reply') {
            expect(isPrepared).toBe(effect.isPrepared === true);
            isPrepared = false;
          }
          if (effect.type === 'discard') isPrepared = false;
          if (effect.type === 'listen') listening += 1;
          if (effect.type === 'finish-listening') listening -= 1;
          expect(listening).toBeLessThanOrEqual(1);
          if (effect.type !== 'emit') continue;
          const { event } = effect;
          if (event.type === 'turn-start') {
            expect(open).toBeUndefined();
            open = event.turn;
          }
          if (event.type === 'agent-turn') {
            expect(event.turn).toBe(open);
            open = undefined;
          }
        }
        expect([open, isPrepared]).toEqual([undefined, false]);
      },
    ),
    { numRuns: 300 },
  );
});

const story = fc.array(
  fc.record({
    waitMs: fc.integer({ min: 0, max: 4000 }),
    voiceMs: fc.integer({ min: 60, max: 1500 }),
    text: words,
  }),
  { minLength: 1, maxLength: 5 },
);

it('whenever a caller speaks, no word is kept that was not played, and one voice and one responder work at most', async () => {
  await fc.assert(
    fc.asyncProperty(
      story,
      fc.constantFrom(0, 0.5, 0.8, 1),
      fc.boolean(),
      async (scenes, sensitivity, mayPrepare) => {
        const sentence = 'One two three four five six. Seven eight nine ten eleven twelve. ';
        const call = new TestCall({
          config: { beginMode: 'dynamic', interruptionSensitivity: sensitivity },
          hears: scenes.map(({ text }) => text),
          replies: Array.from({ length: 30 }, () => sentence),
          responder: { partMs: 30, mayPrepare },
          recognizer: { interimWordMs: 200 },
        });
        let most = 0;
        for (const { waitMs, voiceMs } of scenes) {
          await call.clock.advance(waitMs);
          call.line.speak(tone(voiceMs));
          for (let at = 0; at < voiceMs; at += 100) {
            await call.clock.advance(100);
            most = Math.max(most, call.synthesizers[0]?.alive ?? 0, call.responder.alive);
          }
        }
        await call.clock.advance(2000);
        call.line.hangUp();
        await call.clock.until(() => call.of('call-end').length > 0);
        expect(most).toBeLessThanOrEqual(1);
        const heardWords = call.of('agent-turn').reduce((sum, { text }) => sum + wordsOf(text).length, 0);
        const soundMs = call.agent.filter((frame) => loudness(frame) > 300).length * 20;
        // A word is 250 ms of sound; the last frame may be half full.
        expect(heardWords * 250).toBeLessThanOrEqual(soundMs + 40);
        expect(call.events.at(-1)?.type).toBe('call-end');
        expect(call.of('agent-turn').length).toBe(call.of('turn-start').length);
      },
    ),
    { numRuns: 40 },
  );
}, 120_000);
