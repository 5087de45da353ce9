import type { RunEvent } from '@tendril/contract/run-event';
import { describe, expect, it } from 'vitest';
import { AgentFlowFrames } from './agent-flow-frames.ts';

const predecessors = (id: string) => (id === 'llm_0' ? ['start_0'] : []);

const events: RunEvent[] = [
  { type: 'run-start', flowId: 'f', question: 'Hi', versionNumber: 1, isDemo: false },
  { type: 'node-start', nodeId: 'start_0', name: 'startAgentflow', label: 'Start', input: {} },
  { type: 'node-end', nodeId: 'start_0', name: 'startAgentflow', ms: 1, output: { content: 'Hi' } },
  { type: 'node-start', nodeId: 'llm_0#llmModel', name: 'chatOpenAI', label: 'ChatOpenAI', input: {} },
  { type: 'node-end', nodeId: 'llm_0#llmModel', name: 'chatOpenAI', ms: 1, output: {} },
  { type: 'node-start', nodeId: 'llm_0', name: 'llmAgentflow', label: 'LLM', input: {} },
  { type: 'text-delta', text: 'Hel', callerId: 'llm_0' },
  { type: 'text-delta', text: 'lo', callerId: 'llm_0' },
  {
    type: 'step-end',
    stepId: '1',
    kind: 'model',
    name: 'm',
    callerId: 'llm_0',
    output: { text: '', toolCalls: [{ tool: 'search', input: { q: 'x' } }] },
    ms: 1,
    usage: { inputTokens: 2, outputTokens: 3 },
  },
  { type: 'node-end', nodeId: 'llm_0', name: 'llmAgentflow', ms: 1, output: { content: 'Hello' } },
];

function framesOf(list: readonly RunEvent[]) {
  const frames = new AgentFlowFrames(predecessors);
  const text = list.map((event, at) => frames.of(event, at)).join('');
  const sent = (written: string) =>
    written
      .split('\n\n')
      .filter(Boolean)
      .map((part) => JSON.parse(part.slice(part.indexOf('data:') + 5)) as { event: string; data: unknown });
  return { frames, sent, read: sent(text) };
}

describe('the frames of an agent flow', () => {
  it('tell of each node, of what all have done, of tools, tokens and the end', () => {
    const { frames, sent, read } = framesOf(events);
    expect(read.map(({ event }) => event)).toEqual([
      'agentFlowEvent',
      'nextAgentFlow',
      'nextAgentFlow',
      'agentFlowExecutedData',
      'nextAgentFlow',
      'token',
      'token',
      'calledTools',
      'usageMetadata',
      'nextAgentFlow',
      'agentFlowExecutedData',
    ]);
    expect(read[0]).toEqual({ event: 'agentFlowEvent', data: 'INPROGRESS' });
    expect(read[4]?.data).toEqual({ nodeId: 'llm_0', nodeLabel: 'LLM', status: 'INPROGRESS' });
    expect(read[7]?.data).toEqual([{ name: 'search', args: { q: 'x' } }]);
    expect(read[8]?.data).toEqual({ input_tokens: 2, output_tokens: 3, total_tokens: 5 });
    expect(read.at(-1)?.data).toMatchObject([
      { nodeId: 'start_0', previousNodeIds: [], status: 'FINISHED', data: { output: { content: 'Hi' } } },
      { nodeId: 'llm_0', previousNodeIds: ['start_0'], status: 'FINISHED' },
    ]);
    // The tokens have said it.
    expect(frames.rest({}, 'Hello')).toBe('');
    expect(sent(frames.ended({ status: 'done' }))).toEqual([{ event: 'agentFlowEvent', data: 'FINISHED' }]);
  });

  it('send the whole text of a flow that did not stream, and a failed node with its error', () => {
    const { sent, frames, read } = framesOf([
      ...events.slice(0, 3),
      { type: 'node-start', nodeId: 'llm_0', name: 'llmAgentflow', label: 'LLM', input: {} },
      { type: 'node-error', nodeId: 'llm_0', name: 'llmAgentflow', ms: 1, code: 'X', message: 'No key.' },
    ]);
    expect(read.at(-2)?.data).toEqual({
      nodeId: 'llm_0',
      nodeLabel: 'LLM',
      status: 'ERROR',
      error: 'No key.',
    });
    expect(sent(frames.rest({}, 'Hi'))).toEqual([{ event: 'token', data: 'Hi' }]);
    expect(sent(frames.ended({ status: 'failed' }))).toEqual([{ event: 'agentFlowEvent', data: 'ERROR' }]);
  });

  it('ask a person with the buttons that such clients answer by humanInput', () => {
    const action = {
      id: 'r',
      mapping: { approve: 'Proceed', reject: 'Reject', toolCalls: [] },
      elements: [
        { type: 'approve-button' as const, label: 'Proceed' },
        { type: 'reject-button' as const, label: 'Reject' },
      ],
      data: { nodeId: 'human_0', nodeLabel: 'Human', input: 'May I?' },
    };
    const { read } = framesOf([
      { type: 'node-start', nodeId: 'human_0', name: 'humanInputAgentflow', label: 'Human', input: {} },
      { type: 'node-wait', nodeId: 'human_0', name: 'humanInputAgentflow', action },
    ]);
    expect(read.map(({ event }) => event)).toEqual([
      'nextAgentFlow',
      'nextAgentFlow',
      'agentFlowExecutedData',
      'action',
    ]);
    expect(read.at(-1)?.data).toMatchObject({
      data: {
        nodeId: 'human_0',
        input: { messages: [{ role: 'assistant', content: 'May I?' }], humanInputEnableFeedback: false },
      },
      elements: [
        { type: 'agentflowv2-approve-button', label: 'Proceed' },
        { type: 'agentflowv2-reject-button', label: 'Reject' },
      ],
    });
  });

  it('send the list of very many nodes seldom, and whole at the end', () => {
    const count = 2000;
    const many = Array.from({ length: count }, (_, at): RunEvent[] => {
      const node = { nodeId: `reply_${at}`, name: 'directReplyAgentflow' };
      return [
        { type: 'node-start', ...node, label: 'Reply', input: {} },
        { type: 'node-end', ...node, ms: 1, output: { content: 'Hi' } },
      ];
    }).flat();
    const { frames, sent, read } = framesOf(many);
    const last = sent(frames.ended({ status: 'done' }));
    const lists = [...read, ...last].flatMap(({ event, data }) =>
      event === 'agentFlowExecutedData' ? [data as unknown[]] : [],
    );
    expect(lists.at(-1)).toHaveLength(count);
    expect(lists.reduce((sum, list) => sum + list.length, 0)).toBeLessThan(5 * count);
    expect(read.filter(({ event }) => event === 'nextAgentFlow')).toHaveLength(2 * count);
  });
});
