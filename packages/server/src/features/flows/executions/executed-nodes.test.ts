import { describe, expect, it } from 'vitest';
import { ExecutedNodes } from './executed-nodes.ts';

describe('what the nodes of an agent flow did', () => {
  it('names the start once where a run has gone on after a crash', () => {
    const nodes = new ExecutedNodes(() => []);
    const about = { nodeId: 'startAgentflow_0', name: 'startAgentflow' };
    const start = { type: 'node-start', ...about, label: 'Start', input: {}, at: 1 } as const;
    const end = { type: 'node-end', ...about, ms: 1, output: { content: 'x' }, at: 2 } as const;
    for (const event of [start, end, { type: 'run-resume', at: 3 } as const, start, end])
      nodes.take(event as Parameters<ExecutedNodes['take']>[0]);
    expect(nodes.list.map(({ nodeId, status }) => [nodeId, status])).toEqual([
      ['startAgentflow_0', 'FINISHED'],
    ]);
  });
});
