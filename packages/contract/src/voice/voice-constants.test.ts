import { expect, it } from 'vitest';
import { displayedCost, displayedLatency } from './agent-figures.ts';
import { minutesToMs, secondsToMs } from './durations.ts';
import {
  customFunctionTimeoutMs,
  panelCloseDelayMs,
  pressDigitPauseMs,
  secureUrlExpiryMs,
  speakDuringFunctionAfterMs,
  statusNoticeMs,
} from './voice-timing.ts';

it('CONST-06: an agent shows the two fixed figures', () => {
  expect([displayedCost, displayedLatency]).toEqual(['$0.125/min', '500-1100ms']);
});

it('CONST-07: seconds and minutes become whole milliseconds', () => {
  expect([secondsToMs(1.6), secondsToMs(2.6), minutesToMs(0.1), minutesToMs(1)]).toEqual([
    1600, 2600, 6000, 60_000,
  ]);
});

it('CONST-08, CONST-09, CONST-10: the editor and calls keep the times of the specification', () => {
  expect([statusNoticeMs, panelCloseDelayMs]).toEqual([6000, 1500]);
  expect([customFunctionTimeoutMs, pressDigitPauseMs, speakDuringFunctionAfterMs]).toEqual([
    120_000, 1000, 2000,
  ]);
  expect(secureUrlExpiryMs).toBe(86_400_000);
});
