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

  it('what a voice kept open for its next sentence is closed with the call', async () => {
    const timed = new TimedSynthesizer(200);
    const call = new TestCall({ synthesizers: () => [timed] });
    await call.clock.advance(100);
    call.session.hangUp('user_hangup');
    await call.session.ended;
    expect(timed.isClosed).toBe(true);
  });
});
