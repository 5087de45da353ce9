import { describe, expect, it } from 'vitest';
import type { FlowData } from './flow.ts';
import { upstreamNodes } from './upstream.ts';

const node = (id: string, category: string): FlowData['nodes'][number] => ({
  id,
  position: { x: 0, y: 0 },
  data: { id, name: id.slice(0, id.lastIndexOf('_')), label: id, category },
});

const edge = (source: string, target: string, input: string, type: string) => ({
  source,
  target,
  sourceHandle: `${source}-output-out-Any`,
  targetHandle: `${target}-input-${input}-${type}`,
});

const ids = (nodes: { id: string }[]) => nodes.map(({ id }) => id).sort();

describe('upstreamNodes', () => {
  const steps = 'Start | Agent';
  const pipeline: FlowData = {
    nodes: [
      node('seqStart_0', 'Sequential Agents'),
      node('seqAgent_0', 'Sequential Agents'),
      node('seqAgent_1', 'Sequential Agents'),
      node('seqCondition_0', 'Sequential Agents'),
      node('chatOpenAI_0', 'Chat Models'),
    ],
    edges: [
      edge('seqStart_0', 'seqAgent_0', 'sequentialNode', steps),
      edge('seqAgent_0', 'seqAgent_1', 'sequentialNode', steps),
      edge('seqAgent_1', 'seqCondition_0', 'sequentialNode', steps),
      edge('chatOpenAI_0', 'seqAgent_1', 'model', 'BaseChatModel'),
    ],
  };

  it('CANVAS-07, SP-87: a pipeline node is offered every speaking node before it, once each', () => {
    const found = upstreamNodes(pipeline, 'seqCondition_0', { name: 'condition', type: 'conditionFunction' });
    expect(ids(found)).toEqual(['seqAgent_0', 'seqAgent_1']);
  });

  it('CANVAS-07, SP-87: a loop back in the pipeline ends the walk and the node itself is not offered', () => {
    const looped = {
      ...pipeline,
      edges: [...pipeline.edges, edge('seqAgent_1', 'seqAgent_0', 'sequentialNode', steps)],
    };
    const found = upstreamNodes(looped, 'seqAgent_1', { name: 'promptValues', type: 'json' });
    expect(ids(found)).toEqual(['seqAgent_0']);
  });

  const chat: FlowData = {
    nodes: [node('llmChain_0', 'Chains'), node('llmChain_1', 'Chains'), node('promptTemplate_0', 'Prompts')],
    edges: [
      edge('llmChain_1', 'llmChain_0', 'model', 'BaseChatModel'),
      edge('llmChain_0', 'promptTemplate_0', 'promptValues', 'json'),
    ],
  };

  it('CANVAS-07, SP-87: any other node is offered only the sources wired to that very input', () => {
    expect(ids(upstreamNodes(chat, 'promptTemplate_0', { name: 'promptValues', type: 'json' }))).toEqual([
      'llmChain_0',
    ]);
    expect(upstreamNodes(chat, 'promptTemplate_0', { name: 'template', type: 'string' })).toEqual([]);
  });

  it('I-14: an edge whose handle carries an older type still counts', () => {
    expect(ids(upstreamNodes(chat, 'promptTemplate_0', { name: 'promptValues', type: 'code' }))).toEqual([
      'llmChain_0',
    ]);
  });
});
