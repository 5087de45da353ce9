import type { LoggedEvent, RunAction, RunEvent } from '@tendril/contract/run-event';
import { describe, expect, it } from 'vitest';
import { applyRunEventToCanvas, isVivid, marksAfter, noRun } from './run-marks.ts';

const logged = (runId: string, events: RunEvent[]): LoggedEvent[] =>
  events.map((event, index) => ({ ...event, runId, seq: index + 1, at: 1000 + index }));

const play = (...events: LoggedEvent[]) => events.reduce(applyRunEventToCanvas, noRun);

const start: RunEvent = { type: 'run-start', flowId: 'f', question: '?', versionNumber: 1, isDemo: false };
const begin = (nodeId: string): RunEvent => ({
  type: 'node-start',
  nodeId,
  name: nodeId,
  label: nodeId,
  input: {},
});
const end = (nodeId: string, ms: number, more: object = {}): RunEvent => ({
  type: 'node-end',
  nodeId,
  name: nodeId,
  ms,
  output: '',
  ...more,
});
const action: RunAction = {
  id: 'a',
  mapping: { approve: 'Yes', reject: 'No', toolCalls: [] },
  elements: [],
  data: { nodeId: 'b', nodeLabel: 'B', input: 'Refund?' },
};

describe('applyRunEventToCanvas', () => {
  it('what is planned is queued until it runs, is done with its time, or comes from the cache or a pin', () => {
    const planned = { ...start, planned: ['a', 'b', 'c', 'd', 'e'] };
    const run = play(
      ...logged('r', [
        planned,
        begin('a'),
        end('a', 12),
        end('b', 0, { isCached: true }),
        end('c', 0, { isPinned: true }),
        begin('d'),
      ]),
    );
    expect(run).toMatchObject({ runId: 'r', isLive: true, status: 'running' });
    expect(run.nodes).toEqual({
      a: { status: 'done', by: 'node', ms: 12, rounds: 1 },
      b: { status: 'cached', ms: 0 },
      c: { status: 'pinned', ms: 0 },
      d: { status: 'running', by: 'node', since: 1005, rounds: 0, ms: 0 },
      e: { status: 'queued' },
    });
  });

  it('a model node lights up while the chain that holds it asks it, and counts its calls', () => {
    const base = { stepId: 's', kind: 'model', name: 'm', nodeId: 'model', callerId: 'chain' } as const;
    const asked: RunEvent = { type: 'step-start', input: {}, ...base };
    const answered: RunEvent = { type: 'step-end', ms: 40, ...base };
    const made = logged('r', [start, begin('model'), end('model', 0.2), begin('chain'), asked]);
    expect(play(...made).nodes['model']).toMatchObject({ status: 'running', rounds: 0 });
    const twice = logged('r', [start, end('model', 0.2), asked, answered, asked, answered]);
    expect(play(...twice).nodes['model']).toEqual({ status: 'done', by: 'call', ms: 80, rounds: 2 });
    const refused = { ...answered, error: 'no key' };
    expect(play(...logged('r', [start, asked, refused])).nodes['model']).toMatchObject({
      status: 'error',
      message: 'no key',
    });
  });

  it('the rounds of a loop are counted, with their time together and the branch taken last', () => {
    const once = (ms: number, branch: string) => [begin('c'), end('c', ms, { branches: [branch] })];
    const run = play(...logged('r', [start, ...once(5, 'again'), ...once(6, 'again'), ...once(7, 'refund')]));
    expect(run.nodes['c']).toEqual({ status: 'done', by: 'node', ms: 18, rounds: 3, branches: ['refund'] });
  });

  it('a step inside an iteration shows its element, and so does the frame around it', () => {
    const frame = (at: number) => ({ frame: `each#${at}` });
    const item = (nodeId: string, at: number) => ({ ...begin(nodeId), ...frame(at), items: 12 });
    const first = [start, begin('each'), item('a', 0), end('a', 5, frame(0))];
    const second = [...first, item('a', 1)] as RunEvent[];
    expect(play(...logged('r', second)).nodes).toMatchObject({
      each: { status: 'running', item: { number: '2', of: 12 } },
      a: { status: 'running', item: { number: '2', of: 12, count: 2 } },
    });
    const skipped: RunEvent = { type: 'node-skip', nodeId: 'a', name: 'a', reason: 'not taken', ...frame(2) };
    const over = [...second, end('a', 7, frame(1)), skipped, end('each', 20)];
    expect(play(...logged('r', over)).nodes).toMatchObject({
      each: { status: 'done', ms: 20, item: { count: 2 } },
      a: { status: 'done', ms: 12, item: { number: '2', of: 12, count: 2 } },
    });
  });

  it('another attempt is named, and a failure counts the attempts and not the rounds before it', () => {
    const retry: RunEvent = {
      ...{ type: 'node-retry', nodeId: 'a', name: 'a', attempt: 1, of: 3, waitMs: 5 },
      ...{ code: 'NODE_FAILED', message: 'busy' },
    };
    const failed: RunEvent = { type: 'node-error', nodeId: 'a', name: 'a', ms: 3, code: 'X', message: 'no' };
    const tried = [start, begin('a'), end('a', 1), begin('a'), retry];
    expect(play(...logged('r', tried)).nodes['a']).toMatchObject({
      attempt: { number: 2, of: 3 },
      rounds: 1,
    });
    expect(play(...logged('r', [...tried, failed])).nodes['a']).toMatchObject({ tries: 2 });
    expect(play(...logged('r', [...tried.slice(0, -1), failed])).nodes['a']).toMatchObject({ tries: 1 });
  });

  it('errors and branches not taken are kept', () => {
    const failed: RunEvent = {
      type: 'node-error',
      nodeId: 'a',
      name: 'a',
      ms: 3,
      code: 'NODE_FAILED',
      message: 'broken',
    };
    const skipped: RunEvent = { type: 'node-skip', nodeId: 'b', name: 'b', reason: 'not taken' };
    const over: RunEvent = { type: 'run-end', status: 'failed', ms: 4 };
    expect(play(...logged('r', [start, failed, skipped, over])).nodes).toEqual({
      a: { status: 'error', ms: 3, message: 'broken', tries: 1 },
      b: { status: 'skipped', reason: 'not taken' },
    });
  });

  it('an ended run has nobody running or queued, and the next one starts from nothing', () => {
    const over: RunEvent = { type: 'run-end', status: 'cancelled', ms: 9 };
    const first = logged('r1', [{ ...start, planned: ['z'] }, begin('a'), end('a', 5), begin('b'), over]);
    const run = play(...first);
    expect(run).toMatchObject({ isLive: false, status: 'cancelled' });
    expect(isVivid(run)).toBe(false);
    expect(run.nodes).toEqual({ a: { status: 'done', by: 'node', ms: 5, rounds: 1 } });
    expect(play(...first, ...logged('r2', [start])).nodes).toEqual({});
  });

  it('a paused run keeps what waits and what is queued, and goes on from there once it was decided', () => {
    const paused = logged('r', [
      { ...start, planned: ['a', 'b', 'c'] },
      begin('a'),
      end('a', 5),
      { type: 'node-wait', nodeId: 'b', name: 'b', action },
      { type: 'run-end', status: 'waiting', ms: 9 },
    ]);
    const run = play(...paused);
    expect(isVivid(run)).toBe(true);
    expect(run.nodes).toMatchObject({
      a: { status: 'done' },
      b: { status: 'waiting' },
      c: { status: 'queued' },
    });
    const goesOn = play(...paused, ...logged('r2', [{ ...start, planned: ['b', 'c'], resumes: 'r' }]));
    expect(goesOn).toMatchObject({ isLive: true, status: 'running' });
    expect(goesOn.nodes).toMatchObject({
      a: { status: 'done' },
      b: { status: 'queued' },
      c: { status: 'queued' },
    });
  });
});

it('a moment of a run shows its nodes as they were then', () => {
  const events = logged('r', [start, begin('a'), end('a', 12), begin('b'), end('b', 3)]);
  const moment = marksAfter(events, 4);
  expect(moment).toMatchObject({ momentAt: 1003, isLive: true });
  const over = [...events, ...logged('r', [{ type: 'run-end', status: 'done', ms: 9 }])];
  expect(marksAfter(over, 4)).toMatchObject({ momentAt: 1003, isLive: false, status: 'done' });
  expect(moment.nodes).toMatchObject({ a: { status: 'done' }, b: { status: 'running' } });
  expect(marksAfter(events, 5)).toMatchObject({ momentAt: null, nodes: { b: { status: 'done' } } });
});
