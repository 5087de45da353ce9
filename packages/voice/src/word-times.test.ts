import type { SpeechRequest, SpokenWord, TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import { describe, expect, it } from 'vitest';
import { TestCall } from './testing/test-call.ts';
import { tone } from './testing/tone.ts';
import { ToneSynthesizer, type ToneSynthesizerOptions } from './testing/tone-synthesizer.ts';

const text = 'First we look at the garden. Afterwards we eat.';

/** Says the first words of a sentence slowly and the others fast, and states when. */
class TimedSynthesizer extends ToneSynthesizer {
  private readonly slowMs: number;
  isClosed = false;

  constructor(slowMs: number, options: ToneSynthesizerOptions = {}) {
    super(options);
    this.slowMs = slowMs;
  }

  override async *speak(request: SpeechRequest): AsyncGenerator<Int16Array> {
    const names = request.text.split(' ');
    const words = names.map((name, index): SpokenWord => {
      const startMs = Math.min(index, 2) * this.slowMs + Math.max(0, index - 2) * 100;
      return { text: name, startMs, endMs: startMs + (index < 2 ? this.slowMs : 100) };
    });
    request.onWords?.(words);
    yield* super.speak(request);
  }

  close(): void {
    this.isClosed = true;
  }
}

describe('the times that a voice states for its words', () => {
  it('decide what an interrupted caller has heard, however unevenly the voice speaks', async () => {
    const call = new TestCall({
      config: { beginMode: 'defined', beginMessage: text, interruptionSensitivity: 1 },
      hears: ['wait'],
      replies: ['Yes?'],
      // Six words of 250 ms; the voice takes 600 ms for each of the first two.
      synthesizers: () => [new TimedSynthesizer(600)],
    });
    await call.clock.advance(550);
    call.line.speak(tone(500));
    await call.awaits('agent-turn');
    expect(call.of('agent-turn')[0]?.text).toBe('First');
  });

  it('decide where the next voice goes on when one breaks off: the sentence is said once', async () => {
    const timed = new TimedSynthesizer(500, { fails: 11 });
    const second = new ToneSynthesizer({ label: 'second' });
    const call = new TestCall({
      config: { beginMode: 'defined', beginMessage: 'one two three four five six seven' },
      synthesizers: () => [timed, second],
    });
    await call.awaits('agent-turn');
    // 1,100 ms were said: "one" until 500, "two" until 1,000, "three" until 1,100.
    expect(second.asked.map((asked) => asked.text)).toEqual(['four five six seven']);
    expect(call.of('agent-turn')[0]?.text.trim()).toBe('one two three four five six seven');
  });

  it('a voice that hangs in the middle of a sentence is replaced within three seconds', async () => {
    const second = new ToneSynthesizer({ label: 'second' });
    const hanging: TextToSpeech = {
      label: 'hanging',
      isStandIn: false,
      async *speak({ sampleRate }) {
        yield tone(700, { sampleRate, hertz: 500 });
        await new Promise(() => {});
      },
    };
    const call = new TestCall({
      config: { beginMode: 'defined', beginMessage: 'one two three four five six' },
      synthesizers: () => [hanging as ToneSynthesizer, second],
    });
    await call.awaits('agent-turn');
    expect(call.of('voice-fallback')[0]).toMatchObject({ from: 'hanging', to: 'second' });
    expect(call.of('voice-fallback')[0]?.at).toBeLessThanOrEqual(3000);
    expect(second.asked.map((asked) => asked.text)).toEqual(['three four five six']);
  });

  it('are those of the heard words, when the caller heard them', async () => {
    const call = new TestCall({
      config: { beginMode: 'defined', beginMessage: text, interruptionSensitivity: 1 },
      // Words of 600 ms, the first two of them, and of 100 ms.
      synthesizers: () => [new TimedSynthesizer(600, { wordMs: 300 })],
    });
    await call.awaits('agent-turn');
    const [said] = call.of('agent-turn');
    const began = call.of('agent-speech-start')[0]?.at ?? 0;
    const words = said?.words?.map(({ text: word, agoMs }) => [word, (said?.at ?? 0) - agoMs.from - began]);
    expect(words?.slice(0, 4)).toEqual([
      ['First', 0],
      ['we', 600],
      ['look', 1200],
      ['at', 1300],
    ]);
    expect(words?.map(([word]) => word).join(' ')).toBe(text);
    // The second sentence begins where the sound of the first ends: after six words of 300 ms.
    expect(words?.find(([word]) => word === 'Afterwards')?.[1]).toBe(1800);
  });

  it('end where the caller broke in', async () => {
    const call = new TestCall({
      config: { beginMode: 'defined', beginMessage: text, interruptionSensitivity: 1 },
      hears: ['wait'],
      replies: ['Yes?'],
      synthesizers: () => [new TimedSynthesizer(300, { wordMs: 250 })],
    });
    await call.clock.advance(550);
    call.line.speak(tone(500));
    await call.awaits('agent-turn');
    const [said] = call.of('agent-turn');
    expect(said?.text).toBe('First we look');
    expect(said?.words?.map((word) => word.text)).toEqual(['First', 'we', 'look']);
  });

  it('what a voice kept open for its next sentence is closed with the call', async () => {
    const timed = new TimedSynthesizer(200);
    const call = new TestCall({ synthesizers: () => [timed] });
    await call.clock.advance(100);
    call.session.hangUp('user_hangup');
    await call.session.ended;
    expect(timed.isClosed).toBe(true);
  });
});

describe('the times that a recognizer states for its words', () => {
  /** Words of 200 ms from the first sample on. */
  const wordTimes = (words: readonly string[]) =>
    words.map((word, index) => ({ text: word, startMs: index * 200, endMs: (index + 1) * 200 }));

  it('count on the clock of the call, from the sound that the recognizer was given', async () => {
    const call = new TestCall({
      config: { beginMode: 'user' },
      hears: ['two tickets please'],
      replies: ['Yes.'],
      recognizer: { wordTimes },
    });
    await call.clock.advance(1000);
    call.line.speak(tone(600));
    await call.awaits('user-turn');
    const [turn] = call.of('user-turn');
    const at = turn?.at ?? 0;
    // 300 ms before the voice are heard too.
    const first = at - (turn?.agoMs?.from ?? 0) - 300;
    expect(turn?.words?.map(({ text: word, agoMs }) => [word, at - agoMs.from, at - agoMs.to])).toEqual([
      ['two', first, first + 200],
      ['tickets', first + 200, first + 400],
      ['please', first + 400, first + 600],
    ]);
  });

  it('are absent where it states none', async () => {
    const call = new TestCall({ config: { beginMode: 'user' }, hears: ['yes'], replies: ['Fine.'] });
    call.line.speak(tone(600));
    await call.awaits('user-turn');
    expect(call.of('user-turn')[0]).not.toHaveProperty('words');
  });
});
