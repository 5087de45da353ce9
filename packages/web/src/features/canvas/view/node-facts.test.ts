import type { FlowNodeData } from '@tendril/contract/flow/flow';
import { initNode } from '@tendril/contract/flow/init-node';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { LoggedEvent, RunEvent } from '@tendril/contract/run-event';
import { describe, expect, it } from 'vitest';
import { addNode, connect } from '../commands/canvas-commands.ts';
import { swapInDemoModel } from '../commands/swap-in-demo-model.ts';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { createCanvasStore, runCommand } from '../document/canvas-store.ts';
import { undo } from '../document/history.ts';
import { loopBacks } from '../document/loop-targets.ts';
import { pinBar, pinOf } from '../document/pin-node.ts';
import { nodeWork, stateAt, stateIn, wordsIn } from '../run/node-work.ts';
import { testTemplates } from '../testing/test-templates.ts';

const data = (template: NodeTemplate) => initNode(template, `${template.name}_0`);
const step: NodeTemplate = {
  ...testTemplates.tool,
  name: 'seqAgent',
  baseClasses: ['Agent'],
  category: 'Sequential Agents',
};

describe('pins', () => {
  const given = (output: unknown, isFeeding = false) => ({ output, at: 7, isFeeding });

  it('keep data by the name of the output, and nothing that only works while it runs', () => {
    expect(pinOf(data(step), given({ messages: [] }))).toEqual({
      pinned: { outputs: { seqAgent: { messages: [] } }, at: 7 },
    });
    expect(pinOf(data(testTemplates.model), given({ modelId: 'x' }))).toEqual({ refusal: 'pinPart' });
    expect(pinOf(data(step), given(undefined))).toEqual({ refusal: 'pinNoOutput' });
  });

  it('are not for steps of an agent flow, and the reason speaks of steps', () => {
    const given = { ...testTemplates.tool, name: 'customFunctionAgentflow', category: 'Agent Flows' };
    expect(pinBar(data(given))).toBe('pinStep');
  });

  it('an answer is data, what a chain passes to another node is not', () => {
    expect(pinBar(data(testTemplates.agent))).toBeUndefined();
    expect(pinBar(data(testTemplates.agent), true)).toBe('pinPart');
  });

  it('refuse a value of which the log holds but the beginning', () => {
    for (const cut of ['abc… (30000 characters)', [1, 2, '… 70 more'], { deep: '…' }]) {
      expect(pinOf(data(step), given(cut))).toEqual({ refusal: 'pinCut' });
    }
  });
});

describe('swapInDemoModel', () => {
  const demo: NodeTemplate = {
    ...testTemplates.model,
    name: 'demoModel',
    baseClasses: ['DemoModel', 'BaseChatModel'],
  };

  it('gives what the model fed to the demo model, keeps the model, and is one step of the history', () => {
    const canvas = createCanvasStore('CHATFLOW');
    runCommand(canvas, addNode(testTemplates.model, { x: 0, y: 0 }));
    runCommand(canvas, addNode(testTemplates.agent, { x: 400, y: 0 }));
    const [model, agent] = canvas.getState().nodes;
    const port = agent?.data.inputAnchors?.find(({ name }) => name === 'model')?.['id'] as string;
    const ends = { sourceHandle: model?.data.outputAnchors?.[0]?.id ?? '', targetHandle: port };
    runCommand(canvas, connect({ source: 'chatOpenAI_0', target: 'toolAgent_0', ...ends }));
    const before = canvas.getState();
    runCommand(canvas, swapInDemoModel('chatOpenAI_0', demo));
    const { nodes, edges } = canvas.getState();
    expect(nodes.map(({ id }) => id)).toEqual(['chatOpenAI_0', 'toolAgent_0', 'demoModel_0']);
    expect(edges).toMatchObject([{ source: 'demoModel_0', target: 'toolAgent_0', targetHandle: port }]);
    expect(nodes[1]?.data.inputs?.['model']).toBe('{{demoModel_0.data.instance}}');
    undo(canvas);
    expect(canvas.getState().edges.map(({ source }) => source)).toEqual(['chatOpenAI_0']);
    expect(canvas.getState().nodes).toHaveLength(before.nodes.length);
    runCommand(canvas, swapInDemoModel('toolAgent_0', demo));
    expect(canvas.getState().nodes).toHaveLength(2);
  });
});

describe('loops', () => {
  const node = (id: string, given: Partial<FlowNodeData>): CanvasNode => ({
    id,
    type: 'customNode',
    position: { x: 0, y: 0 },
    data: { id, name: 'seqAgent', label: 'Agent', category: 'Sequential Agents', ...given },
  });
  const loop = (to: string) =>
    node('seqLoop_0', { name: 'seqLoop', label: 'Loop', inputs: { loopToName: to } });

  it('find their step by the name a person gave it, then by its label, then by its id', () => {
    const nodes = [
      node('seqAgent_0', { label: 'Refund agent', inputs: { agentName: 'Refunds' } }),
      node('seqAgent_1', { label: 'Refunds' }),
    ];
    const target = (to: string) => loopBacks([...nodes, loop(to)])[0]?.target.id;
    expect([target(' refunds'), target('Refund Agent'), target('seqAgent_1')]).toEqual([
      'seqAgent_0',
      'seqAgent_0',
      'seqAgent_1',
    ]);
    expect(target('nobody')).toBeUndefined();
    expect(target('')).toBeUndefined();
  });
});

describe('nodeWork', () => {
  const logged = (events: RunEvent[]): LoggedEvent[] =>
    events.map((event, at) => ({ ...event, runId: 'r', seq: at + 1, at: 1000 + at }));
  const begin = (nodeId: string): RunEvent => ({
    type: 'node-start',
    nodeId,
    name: 'n',
    label: 'N',
    input: { a: 1 },
  });
  const state = (values: object) => ({ text: 'Said', state: values, messages: 2 });
  const end = (nodeId: string, values: object): RunEvent => ({
    type: 'node-end',
    nodeId,
    name: 'n',
    ms: 1,
    output: state(values),
  });
  const events = logged([
    { type: 'run-start', flowId: 'f', question: 'Why?', versionNumber: 1, isDemo: false },
    begin('a'),
    end('a', { verdict: 'open' }),
    begin('b'),
    end('b', { verdict: 'refund' }),
    begin('b'),
  ]);

  it('finds the state of a branch that was taken, and what a step said', () => {
    expect(stateIn({ refund: state({ a: 1 }) })).toEqual({ a: 1 });
    expect(wordsIn(state({}))).toBe('Said');
    expect(stateIn({ text: 'An answer' })).toBeUndefined();
  });

  it('describes input, rounds, question and the state before and after a step', () => {
    const work = nodeWork(events.slice(0, 5), 'b');
    expect(work).toMatchObject({
      question: 'Why?',
      rounds: [{ input: { a: 1 }, status: 'done' }],
      stateBefore: { verdict: 'open' },
      stateAfter: { verdict: 'refund' },
    });
    expect(nodeWork(events, 'b')?.rounds.map(({ status }) => status)).toEqual(['running', 'done']);
    expect(stateAt(events)).toEqual({ verdict: 'refund' });
    expect(nodeWork(events, 'elsewhere')).toBeUndefined();
  });
});
