import type { LoggedEvent, RunEvent } from '@tendril/contract/run-event';
import { describe, expect, it } from 'vitest';
import { applyRunEventToCanvas, noRun } from './run-marks.ts';

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
const end = (nodeId: string, ms: number, isCached = false): RunEvent => ({
  type: 'node-end',
  nodeId,
  name: nodeId,
  ms,
  output: '',
  isCached,
});

describe('applyRunEventToCanvas', () => {
  it('nodes run, are done with their time, or come from the cache', () => {
    const run = play(
      ...logged('r', [start, begin('a'), end('a', 12), begin('b'), end('b', 0, true), begin('c')]),
    );
    expect(run).toEqual({
      runId: 'r',
      isLive: true,
      nodes: {
        a: { status: 'done', ms: 12 },
        b: { status: 'cached', ms: 0 },
        c: { status: 'running', since: 1005 },
      },
    });
  });

  it('a model node lights up while the chain that holds it asks it', () => {
    const base = { stepId: 's', kind: 'model', name: 'm', nodeId: 'model', callerId: 'chain' } as const;
    const asked: RunEvent = { type: 'step-start', input: {}, ...base };
    const answered: RunEvent = { type: 'step-end', ms: 40, ...base };
    expect(play(...logged('r', [start, begin('chain'), asked])).nodes['model']?.status).toBe('running');
    expect(play(...logged('r', [start, begin('chain'), asked, answered])).nodes['model']).toEqual({
      status: 'done',
      ms: 40,
    });
    const refused = { ...answered, error: 'no key' };
    expect(play(...logged('r', [start, asked, refused])).nodes['model']).toMatchObject({
      status: 'error',
      message: 'no key',
    });
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
    expect(play(...logged('r', [start, failed, skipped])).nodes).toEqual({
      a: { status: 'error', ms: 3, message: 'broken' },
      b: { status: 'skipped', reason: 'not taken' },
    });
  });

  it('an ended run has nobody running, and the next one starts from nothing', () => {
    const over: RunEvent = { type: 'run-end', status: 'cancelled', ms: 9 };
    const first = logged('r1', [start, begin('a'), end('a', 5), begin('b'), over]);
    expect(play(...first)).toEqual({ runId: 'r1', isLive: false, nodes: { a: { status: 'done', ms: 5 } } });
    expect(play(...first, ...logged('r2', [start])).nodes).toEqual({});
  });
});
