import { describe, expect, it } from 'vitest';
import type { CallConfig } from './call-session.ts';
import { StateRun } from './testing/state-run.ts';
import { isReadingOut } from './turns/turn-words.ts';

const often = { frequency: 1, words: [] };
const story = 'so yesterday I came home and found that the heating was cold again in every room';
const parts = ['so yesterday I came home', 'and found that the heating', 'was cold again', 'in every room'];

/** A stretch of the caller's voice, and the words of the turn by its end. */
type Stretch = [from: number, to: number, words: string];

/** One utterance with pauses of 300 ms in it. */
function talks(run: StateRun, stretches: readonly Stretch[]): StateRun {
  const [from = 0] = stretches[0] ?? [];
  run.at(from + 120, { type: 'voice-onset', onsetAt: from, voicedMs: 120 });
  const utterance = run.state.caller.count;
  for (const [begins, ends, text] of stretches) {
    for (let at = Math.max(begins, from + 140); at <= ends; at += 20)
      run.at(at, { type: 'voice', voicedMs: at - from });
    run.at(ends, { type: 'interim', utterance, text });
    run.at(ends + 20, { type: 'voice-pause', lastVoiceAt: ends });
  }
  return run;
}

/** So many stretches of 2 s, with the words so far. */
function longTurn(count: number, words: (at: number) => string = () => story): Stretch[] {
  return Array.from({ length: count }, (_, at) => [at * 2300, at * 2300 + 2000, words(at)]);
}

const growing = (at: number) => Array.from({ length: at + 1 }, (_, part) => parts[part % 4]).join(' ');
const start = (config: Partial<CallConfig> = {}) =>
  new StateRun({ responsiveness: 0.52, backchannel: often, ...config });
const signs = (run: StateRun) =>
  run.effects.flatMap(([at, effect]) => (effect.type === 'backchannel' ? [[at, effect.word] as const] : []));

describe('a caller who speaks for long', () => {
  it('hears that the agent listens where they go on after a pause, and not again too soon', () => {
    const run = talks(start(), longTurn(8, growing));
    const heard = signs(run);
    expect(heard.map(([at]) => at)).toEqual([4600, 9200, 13_800]);
    expect(heard.every(([, word], at) => word !== heard[at - 1]?.[1])).toBe(true);
    const made = run.effects.findIndex(([, { type }]) => type === 'make-backchannels');
    expect(run.effects[made]?.[0]).toBe(1500);
    expect(run.names).not.toContain('turn-start');
  });

  it('hears the same words at the same moments each time', () => {
    const once = talks(start(), longTurn(8, growing));
    expect(signs(talks(start(), longTurn(8, growing)))).toEqual(signs(once));
  });

  it('hears fewer the lower the frequency, and none at 0', () => {
    const count = (frequency: number) =>
      signs(talks(start({ backchannel: { frequency, words: [] } }), longTurn(60, growing))).length;
    const counts = [1, 0.6, 0.2, 0].map(count);
    expect(counts).toEqual(counts.toSorted((one, other) => other - one));
    expect(new Set(counts).size).toBe(4);
    expect(counts[3]).toBe(0);
  });

  it.each([
    ['de-DE', ['Mhm.', 'Verstehe.', 'Okay.']],
    ['multi', ['Mm-hm.', 'Uh-huh.', 'I see.', 'Okay.']],
  ])('hears words of the language %s', (language, known) => {
    const heard = signs(talks(start({ language }), longTurn(8, growing)));
    expect(heard.length).toBeGreaterThan(0);
    for (const [, word] of heard) expect(known).toContain(word);
  });

  it('hears the agent’s own words where it has some', () => {
    const run = talks(start({ backchannel: { frequency: 1, words: ['Right.'] } }), longTurn(4, growing));
    expect(signs(run).map(([, word]) => word)).toEqual(['Right.']);
  });

  it('waits for the answer as long as without', () => {
    const times = [often, undefined].map((backchannel) => {
      const run = new StateRun({ responsiveness: 0.52, ...(backchannel && { backchannel }) });
      talks(run, longTurn(3, growing)).pass(9000);
      run.at(9000, { type: 'final', utterance: 1, text: growing(2) });
      return run.emitted.map(([at, { type }]) => [at, type]);
    });
    expect(times[0]).toEqual(times[1]);
    expect(times[0]).toContainEqual([9000, 'turn-start']);
  });
});

describe('the agent is silent', () => {
  it('in a short turn, and in one without a pause', () => {
    expect(
      signs(
        talks(start(), [
          [0, 1200, story],
          [1500, 2900, story],
        ]),
      ),
    ).toEqual([]);
    expect(signs(talks(start(), [[0, 12_000, story]]))).toEqual([]);
  });

  it('between words, where a voice pauses for less', () => {
    expect(
      signs(
        talks(start(), [
          [0, 4000, story],
          [4150, 9000, `${story} too`],
        ]),
      ),
    ).toEqual([]);
  });

  it('without a setting', () => {
    const run = talks(new StateRun({ responsiveness: 0.52 }), longTurn(8, growing));
    expect([...signs(run), run.count('make-backchannels')]).toEqual([0]);
  });

  it('while no words are recognized, or only the same ones as before', () => {
    expect(
      signs(
        talks(
          start(),
          longTurn(8, () => ''),
        ),
      ),
    ).toEqual([]);
    expect(signs(talks(start(), longTurn(8)))).toHaveLength(1);
  });

  it.each([
    'my number is five five five one two',
    'the order is 4711 and then',
    'could you write to me at',
    'my name is spelled J A N',
    'you know my account number is',
    'can you tell me why that is?',
  ])('after "%s"', (text) => {
    expect(
      signs(
        talks(
          start(),
          longTurn(8, (at) => `${'well '.repeat(at)}${text}`),
        ),
      ),
    ).toEqual([]);
  });

  it('while it answers, or is about to', () => {
    const run = start({ interruptionSensitivity: 0 }).says(0, 1000, 'Where are you?');
    run.answers(2000, { type: 'sound-start' });
    const from = 2500;
    talks(
      run,
      longTurn(5, growing).map(([begins, ends, text]) => [begins + from, ends + from, text]),
    );
    expect(signs(run)).toEqual([]);
    const waiting = start({ beginMode: 'defined', beginMessage: 'Hello', beginMessageDelayMs: 60_000 });
    expect(signs(talks(waiting, longTurn(5, growing)))).toEqual([]);
  });

  it('while the caller’s side holds the call, keys are pressed, or a person speaks for it', () => {
    const held = start().at(0, { type: 'held-by-caller', isHeld: true });
    expect(signs(talks(held, longTurn(5, growing)))).toEqual([]);
    const taken = start().at(0, { type: 'take-over', by: 'Ada' });
    expect(signs(talks(taken, longTurn(5, growing)))).toEqual([]);
    const pressing = talks(start(), longTurn(2, growing)).at(4400, { type: 'key', digit: '4' });
    expect(signs(pressing.at(4600, { type: 'voice', voicedMs: 4300 }))).toEqual([]);
    const speaking = talks(start(), longTurn(2, growing));
    expect(signs(speaking.at(4600, { type: 'voice', voicedMs: 4300 }))).toHaveLength(1);
  });

  it('where a machine may have answered', () => {
    const run = start({ voicemail: { withinMs: 60_000, message: 'Call us back' } });
    expect(signs(talks(run, longTurn(5, growing)))).toEqual([]);
  });

  it('in a text call', () => {
    const run = new StateRun({ backchannel: often }, { isText: true });
    expect(signs(talks(run, longTurn(5, growing)))).toEqual([]);
  });
});

it.each([
  ['meine Nummer ist null eins', 'de-DE', true],
  ['und dann habe ich eine Frage zu dem Termin', 'de-DE', false],
  ['write to jane@example.com', 'en-US', true],
  ['there was one thing I wanted to mention', 'en-US', false],
  ['I have a dog and a cat', 'en-US', false],
])('"%s" in %s reads something out: %s', (text, language, isTrue) => {
  expect(isReadingOut(text, language)).toBe(isTrue);
});
