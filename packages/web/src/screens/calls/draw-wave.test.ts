import { expect, it } from 'vitest';
import { emptyCall } from '../../features/voice/call-view.ts';
import { drawWave } from './draw-wave.ts';

it('draws the sound where it was heard when the recording is shorter than the call', () => {
  const drawn: number[] = [];
  const canvas = document.createElement('canvas');
  Object.defineProperty(canvas, 'clientWidth', { value: 100 });
  Object.defineProperty(canvas, 'clientHeight', { value: 144 });
  const context = {
    setTransform: () => undefined,
    fillRect: (at: number, top: number, width: number, height: number) => {
      if (width === 2 && height > 0 && top > 0) drawn.push(at);
    },
  };
  Object.defineProperty(canvas, 'getContext', { value: () => context });
  const levels = { lengthMs: 1000, caller: [0, 0, 0, 1], agent: [1, 0, 0, 0] };
  drawWave(canvas, { levels, view: emptyCall, durationMs: 2000, nowMs: 0 });
  expect(drawn).toEqual([37.5, 0]);
});
