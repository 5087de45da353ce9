import { expect, it } from 'vitest';
import { callDefaults } from '../../../features/voice-agent/call-values.ts';
import { callSummary } from './call-summary.ts';

it.each([
  [
    { endCallAfterSilenceMs: 12_500, maxCallDurationMs: 90_000 },
    'ends after 12.5 s of silence · 1.5 min max',
  ],
  [{ endCallAfterSilenceMs: 1600, maxCallDurationMs: 0 }, 'ends after 10 s of silence · 60 min max'],
  [
    { endCallAfterSilenceMs: 10_000, maxCallDurationMs: 7_200_000 },
    'ends after 10 s of silence · 60 min max',
  ],
])('summarizes the limits of %j as they are applied', (values, summary) =>
  expect(callSummary(values)).toBe(summary),
);

it('does not mention voicemail, which no connected line detects', () =>
  expect(callSummary(callDefaults)).not.toMatch(/voicemail/i));
