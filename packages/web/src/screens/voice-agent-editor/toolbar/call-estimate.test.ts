import { expect, it } from 'vitest';
import { estimateCall, providerOfVoiceId } from './call-estimate.ts';

const plain = { model: 'gpt-4.1-mini', brain: 'prompt', provider: 'elevenlabs', sttMode: 'fast' } as const;

it('SP-43: the estimate holds the price of the model and moves with it', () => {
  const mini = estimateCall(plain);
  const sonnet = estimateCall({ ...plain, model: 'claude-3.7-sonnet' });
  expect(mini.usdPerMinute).toBeCloseTo(0.11, 5);
  expect(sonnet.usdPerMinute - mini.usdPerMinute).toBeCloseTo(0.06 - 0.016, 5);
  expect(mini.ms).toBe(820);
  expect(sonnet.ms).toBeGreaterThan(mini.ms);
});

it('leaves the price of a flow out and says so', () => {
  const flow = estimateCall({ ...plain, brain: 'flow' });
  expect(flow.isBrainUnknown).toBe(true);
  expect(flow.parts.find(({ id }) => id === 'brain')?.usdPerMinute).toBe(0);
});

it('reads the provider from the prefix of a voice id', () => {
  expect(providerOfVoiceId('11labs-Adrian')).toBe('elevenlabs');
  expect(providerOfVoiceId('deepgram-Luna-2')).toBe('deepgram');
  expect(providerOfVoiceId('custom_1')).toBeUndefined();
});
