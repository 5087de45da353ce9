import { expect, it } from 'vitest';
import { type NodeMark, noRun, type RunMarks } from '../run/run-marks.ts';
import { edgeLook } from './edge-state.ts';

const live = (nodes: RunMarks['nodes']): RunMarks => ({
  ...noRun,
  runId: 'r',
  isLive: true,
  status: 'running',
  nodes,
});
const done = (branches?: string[]): NodeMark => ({
  status: 'done',
  by: 'node',
  ms: 1,
  rounds: 1,
  ...(branches && { branches }),
});
const running: NodeMark = { status: 'running', by: 'node', since: 1, rounds: 0, ms: 0 };
const edge = { source: 'a', target: 'b', sourceHandle: 'a-output-refund-Condition' };

it('an edge looks as its source stands', () => {
  expect(edgeLook(live({ a: running }), edge)).toBe('running');
  expect(edgeLook(live({ a: { status: 'queued' } }), edge)).toBe('waiting');
  expect(edgeLook(live({ a: done() }), edge)).toBe('done');
  expect(edgeLook(live({ a: { status: 'error', ms: 1, message: '', tries: 1 } }), edge)).toBe('error');
  expect(edgeLook(live({}), edge)).toBe('idle');
});

it('of a branch only the output that was taken is drawn as done', () => {
  expect(edgeLook(live({ a: done(['refund']) }), edge)).toBe('done');
  expect(edgeLook(live({ a: done(['details']) }), edge)).toBe('skipped');
  expect(edgeLook(live({ a: done(), b: { status: 'skipped', reason: '' } }), edge)).toBe('skipped');
});

it('once a run is over only what failed and what was left out stays marked; a moment of it shows all', () => {
  const over: RunMarks = { ...live({ a: done() }), isLive: false, status: 'done' };
  expect(edgeLook(over, edge)).toBe('idle');
  expect(edgeLook({ ...over, momentAt: 5 }, edge)).toBe('done');
  expect(edgeLook({ ...over, status: 'waiting' }, edge)).toBe('done');
  expect(edgeLook({ ...over, nodes: { a: done(['details']) } }, edge)).toBe('skipped');
});
