import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveRun } from './live-run.ts';
import type { NewTurn } from './new-turn.ts';

const turn: NewTurn = {
  workspaceId: 'w',
  flowId: 'f',
  versionId: 'v',
  versionNumber: 1,
  question: 'q',
  chatId: 'c',
  sessionId: 's',
  source: 'canvas',
  chatType: 'INTERNAL',
  memoryType: null,
  leadEmail: null,
  fileUploads: null,
  isDemo: false,
  flowType: 'CHATFLOW',
  callers: ['public'],
};

describe('a run under way', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('goes on for its grace after the last watcher has left, and then stops', () => {
    const run = new LiveRun('r', 'a', { ...turn, graceMs: 15_000 });
    const leaveFirst = run.attach(0, () => {});
    const leaveSecond = run.attach(0, () => {});
    leaveFirst();
    vi.advanceTimersByTime(60_000);
    expect(run.signal.aborted).toBe(false);
    leaveSecond();
    vi.advanceTimersByTime(14_999);
    expect(run.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(run.signal.aborted).toBe(true);
  });

  it('is kept by a watcher who comes back in time', () => {
    const run = new LiveRun('r', 'a', { ...turn, graceMs: 15_000 });
    run.attach(0, () => {})();
    vi.advanceTimersByTime(10_000);
    run.attach(0, () => {});
    vi.advanceTimersByTime(60_000);
    expect(run.signal.aborted).toBe(false);
  });

  it('replays what a watcher has missed, in order, before anything new', () => {
    const run = new LiveRun('r', 'a', turn);
    for (const text of ['a', 'b', 'c']) run.emit({ type: 'text-delta', text, callerId: 'n' });
    const seen: unknown[] = [];
    run.attach(1, ({ seq, event }) => seen.push([seq, event]));
    run.emit({ type: 'text-delta', text: 'd', callerId: 'n' });
    expect(seen).toEqual([
      [3, { type: 'text-delta', text: 'bc', callerId: 'n' }],
      [4, { type: 'text-delta', text: 'd', callerId: 'n' }],
    ]);
    expect(run.text).toBe('abcd');
  });

  it('keeps an event as it was when it was emitted, whatever the node does to it later', () => {
    const run = new LiveRun('r', 'a', turn);
    const tools = [{ tool: 'calculator', toolInput: 1, toolOutput: 2 }];
    run.emit({ type: 'used-tools', tools, callerId: 'n' });
    tools.push({ tool: 'late', toolInput: 1, toolOutput: 2 });
    expect(run.takePending()[0]?.payload).not.toContain('late');
    expect(run.takePending()).toEqual([]);
  });
});
