import { expect, it } from 'vitest';
import { TestCall } from './testing/test-call.ts';
import { ToneSynthesizer } from './testing/tone-synthesizer.ts';

it.each([false, true])(
  'a caller on a quiet line is greeted within 100 ms (numbered: %s)',
  async (isNumbered) => {
    const call = new TestCall({
      isNumbered,
      config: { beginMode: 'defined', beginMessage: 'Hello, how can I help?' },
      synthesizers: (clock) => [new ToneSynthesizer({ clock, firstAudioMs: 80 })],
    });
    await call.awaits('agent-speech-start');
    expect(call.of('agent-speech-start')[0]?.at).toBeLessThanOrEqual(100);
  },
);
