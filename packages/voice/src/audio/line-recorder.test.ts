import { expect, it } from 'vitest';
import { FrameCutter } from './frame-cutter.ts';
import { LineRecorder } from './line-recorder.ts';

const frame = (value: number) => new Int16Array(320).fill(value);

function record(write: (recorder: LineRecorder) => number): [number, number][] {
  const written: [number, number][] = [];
  const recorder = new LineRecorder(0, 16_000, (caller, agent) =>
    written.push([caller[0] ?? 0, agent[0] ?? 0]),
  );
  recorder.finish(write(recorder));
  return written;
}

it('writes both sides in step, silence where nothing came', () => {
  const written = record((recorder) => {
    recorder.caller(frame(1), 20);
    recorder.caller(frame(2), 40);
    recorder.agent(frame(9), 40);
    recorder.caller(frame(3), 60);
    return 80;
  });
  expect(written).toEqual([
    [1, 0],
    [2, 0],
    [3, 9],
    [0, 0],
  ]);
});

it('frames that come in a bunch keep their places; a long gap is silence', () => {
  const written = record((recorder) => {
    expect(recorder.caller(frame(1), 60)).toBe(0);
    expect(recorder.caller(frame(2), 60)).toBe(20);
    expect(recorder.caller(frame(3), 60)).toBe(40);
    expect(recorder.caller(frame(4), 1060)).toBe(1040);
    return 1060;
  });
  expect(written.map(([caller]) => caller).filter((value) => value > 0)).toEqual([1, 2, 3, 4]);
  expect(written).toHaveLength(53);
});

it('no frame is of later than now, however many come in a bunch after a gap', () => {
  const recorder = new LineRecorder(0, 16_000, undefined);
  recorder.caller(frame(1), 20);
  const times = Array.from({ length: 30 }, () => recorder.caller(frame(1), 1020));
  expect(new Set(times)).toEqual(new Set([1000]));
  expect(recorder.caller(frame(1), 1040)).toBe(1020);
});

/** Frames of a caller who never stops talking, each with its number, and when they arrive. */
function recordStalled(
  stalls: readonly (readonly [from: number, until: number])[],
  frames: number,
  spreadMs = 0,
) {
  const arrivesAt = (index: number) => {
    const saidAt = (index + 1) * 20;
    const stall = stalls.find(([from, until]) => saidAt > from && saidAt <= until);
    return stall ? Math.max(saidAt, stall[1] + ((saidAt - stall[0]) / 20) * spreadMs) : saidAt;
  };
  const heard: number[] = [];
  const written = record((recorder) => {
    let last = 0;
    for (let index = 0; index < frames; index += 1) {
      last = Math.max(last, arrivesAt(index));
      recorder.advance(last);
      if (recorder.caller(frame(index + 1), last) !== undefined) heard.push(index);
    }
    return frames * 20;
  });
  return { heard, written: written.map(([caller]) => caller) };
}

it.each([
  ['350 ms', [[1000, 1350]], 0],
  ['1.6 s', [[1000, 2600]], 0],
  ['1.6 s, and what waited comes at twice the pace of time', [[1000, 2600]], 10],
  ['9 s', [[1000, 10_000]], 0],
  [
    'two stalls',
    [
      [1000, 1700],
      [3000, 5000],
    ],
    0,
  ],
] as const)('a stall of %s moves nothing and loses nothing', (_name, stalls, spreadMs) => {
  const { heard, written } = recordStalled(stalls, 1000, spreadMs);
  expect(heard).toHaveLength(1000);
  expect(written).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
});

it('a pause in which nothing was sent is silence of that length, and nothing after it is moved', () => {
  const written = record((recorder) => {
    for (let at = 20; at <= 1000; at += 20) recorder.caller(frame(1), at);
    for (let at = 5020; at <= 8000; at += 20) recorder.caller(frame(2), at);
    return 8000;
  }).map(([caller]) => caller);
  expect(written.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => 1));
  expect(written.slice(50, 250)).toEqual(Array.from({ length: 200 }, () => 0));
  expect(written.slice(250)).toEqual(Array.from({ length: 150 }, () => 2));
});

it('a line that comes back after longer than is waited for is still listened to, to the last frame', () => {
  const { heard, written } = recordStalled([[1000, 31_000]], 3000);
  expect(heard).toHaveLength(3000);
  expect(written).toHaveLength(3000);
  expect(written.at(-1)).toBe(3000);
});

it('ATK-154: drops what comes faster than time goes', () => {
  const recorder = new LineRecorder(0, 16_000, undefined);
  const kept = Array.from({ length: 1000 }, () => recorder.caller(frame(1), 20)).filter(
    (at) => at !== undefined,
  );
  expect(kept.length).toBeLessThan(60);
});

it('forgets what the agent was about to say when it is cut', () => {
  const written = record((recorder) => {
    for (const at of [0, 20, 40, 60]) recorder.agent(frame(5), at);
    recorder.dropAgent(40);
    return 100;
  });
  expect(written.map(([, agent]) => agent)).toEqual([5, 5, 0, 0, 0]);
});

it('cuts audio of any length and rate into frames of the line', () => {
  const cutter = new FrameCutter(16_000);
  const push = (length: number, sampleRate = 16_000) =>
    cutter.push({ format: { sampleRate }, samples: new Int16Array(length) }).map(({ length: size }) => size);
  expect([push(320), push(100), push(300), push(560)]).toEqual([[320], [], [320], [320, 320]]);
  expect(
    new FrameCutter(16_000).push({ format: { sampleRate: 8000 }, samples: new Int16Array(1600) }),
  ).not.toEqual([]);
});

it('a line whose first seconds come all at once is in its place from the first frame with a time on', () => {
  const recorder = new LineRecorder(0, 16_000, undefined);
  for (let index = 0; index < 250; index += 1) recorder.caller(frame(1), 20);
  for (let index = 0; index < 100; index += 1) {
    const now = 40 + index * 20;
    expect(recorder.caller(frame(2), now, 5000 + index * 20)).toBe(now - 20);
  }
});
