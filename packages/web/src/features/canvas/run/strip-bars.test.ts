import type { LoggedEvent, RunEvent } from '@tendril/contract/run-event';
import { describe, expect, it } from 'vitest';
import { countAt, laneCount, stopsOf, stripBars } from './strip-bars.ts';
import { stripFacts } from './strip-facts.ts';
import { pausesOf, stripScale, ticksOf } from './strip-scale.ts';

const at = (ms: number, event: RunEvent): LoggedEvent => ({
  ...event,
  runId: 'r',
  seq: ms + 1,
  at: 1000 + ms,
});
const start = (ms: number, more: object = {}) =>
  at(ms, { type: 'run-start', flowId: 'f', question: '?', versionNumber: 1, isDemo: false, ...more });
const begin = (ms: number, nodeId: string) =>
  at(ms, { type: 'node-start', nodeId, name: nodeId, label: nodeId, input: {} });
const end = (ms: number, nodeId: string, took: number) =>
  at(ms, { type: 'node-end', nodeId, name: nodeId, ms: took, output: '' });

const parallel = [
  start(0, { planned: ['a', 'b', 'c', 'd'] }),
  begin(0, 'a'),
  begin(1, 'b'),
  end(50, 'b', 49),
  begin(60, 'c'),
  end(90, 'c', 30),
  end(100, 'a', 100),
];

describe('the lanes', () => {
  it('work that overlaps stands in different lanes, work that follows in the first free one', () => {
    const lanes = Object.fromEntries(stripBars(parallel, 100).map((bar) => [bar.nodeId, bar.lane]));
    expect(lanes).toEqual({ a: 0, b: 1, c: 1 });
  });

  it('200 steps fit, also where more run at once than there are lanes', () => {
    const events = [start(0)];
    for (let step = 0; step < 200; step += 1) events.push(begin(step, `n${step}`));
    for (let step = 0; step < 200; step += 1) events.push(end(300 + step, `n${step}`, 300));
    const bars = stripBars(events, 500);
    expect(bars).toHaveLength(200);
    expect(Math.max(...bars.map(({ lane }) => lane))).toBe(laneCount - 1);
    expect(stopsOf(events)).toHaveLength(401);
  });

  it('work that goes on reaches to now', () => {
    expect(stripBars(parallel.slice(0, 3), 700)[0]).toMatchObject({ nodeId: 'a', fromMs: 0, toMs: 700 });
  });

  it('the play head finds how many events had happened', () => {
    expect([
      countAt(parallel, -5),
      countAt(parallel, 0),
      countAt(parallel, 55),
      countAt(parallel, 1e9),
    ]).toEqual([1, 2, 4, 7]);
  });
});

describe('the scale', () => {
  const hourMs = 3_600_000;
  const paused = [
    start(0),
    begin(0, 'a'),
    end(1000, 'a', 1000),
    at(2000, { type: 'run-end', status: 'waiting', ms: 2000 }),
    start(hourMs),
    at(hourMs + 2000, { type: 'run-end', status: 'done', ms: 2000 }),
  ];

  it('the time a person was waited for is drawn short, and every place leads back to its time', () => {
    const pauses = pausesOf(paused, hourMs + 2000);
    expect(pauses).toEqual([{ fromMs: 2000, toMs: hourMs }]);
    const scale = stripScale(hourMs + 2000, pauses);

    expect(scale.toShare(hourMs) - scale.toShare(2000)).toBeLessThan(0.3);
    for (const ms of [0, 500, 2000, hourMs / 2, hourMs + 1000]) {
      expect(scale.toMs(scale.toShare(ms))).toBeCloseTo(ms, 3);
    }
  });

  it('a run that still waits does so until now', () => {
    expect(pausesOf(paused.slice(0, 4), 9000)).toEqual([{ fromMs: 2000, toMs: 9000 }]);
  });

  it('the axis has few round times and none after a pause', () => {
    expect(ticksOf(1920, [], 5)).toEqual([0, 500, 1000, 1500]);
    expect(ticksOf(3, [], 8)).toEqual([0, 1, 2, 3]);
    expect(ticksOf(9000, [{ fromMs: 2000, toMs: 9000 }], 4)).toEqual([0, 500, 1000, 1500, 2000]);
  });

  it('the facts count nodes, tokens and errors, and the time at work alone', () => {
    expect(stripFacts(parallel)).toMatchObject({
      status: 'running',
      settled: 3,
      total: 4,
      workMs: undefined,
    });
    expect(stripFacts(paused)).toMatchObject({ status: 'done', workMs: 4000 });
    const failed = [
      ...parallel,
      at(110, { type: 'node-error', nodeId: 'd', name: 'd', ms: 3, code: 'NODE_FAILED', message: 'No key' }),
      at(111, {
        type: 'run-end',
        status: 'failed',
        ms: 111,
        error: { code: 'NODE_FAILED', message: 'No key' },
      }),
    ];
    expect(stripFacts(failed)).toMatchObject({
      status: 'failed',
      settled: 3,
      total: 4,
      errors: ['No key'],
    });
  });
});
