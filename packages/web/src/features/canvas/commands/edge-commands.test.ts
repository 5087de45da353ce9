import { describe, expect, it } from 'vitest';
import { fitsAtEnd, fitsOnEdge } from '../document/fitting-ports.ts';
import { outputPorts } from '../document/node-ports.ts';
import { build, endsOf, inputsOf, keeper, nodeOf, wire, wrapper } from '../testing/flow-maker.ts';
import { testTemplates } from '../testing/test-templates.ts';
import { addNode, setValues } from './canvas-commands.ts';
import { connectNew } from './connect-new.ts';
import { connectReplacing } from './connect-replacing.ts';
import { insertOnEdge } from './insert-on-edge.ts';

const { model, agent, tool, chain, chainUser } = testTemplates;
const at = { x: 0, y: 0 };
const ref = (id: string) => `{{${id}.data.instance}}`;

describe('an edge to a place that is taken', () => {
  const wired = () =>
    build(
      ...[addNode(model, at), addNode(model, at), addNode(agent, at)],
      wire('chatOpenAI_0', 'toolAgent_0', 'model'),
    );

  it('takes the place of the edge that was there', () => {
    const doc = wired();
    const after = connectReplacing(endsOf(doc, 'chatOpenAI_1', 'toolAgent_0', 'model'))(doc);
    expect(after.edges.map((edge) => edge.source)).toEqual(['chatOpenAI_1']);
    expect(inputsOf(after, 'toolAgent_0')['model']).toBe(ref('chatOpenAI_1'));
  });

  it('changes nothing when it is there already or does not fit', () => {
    const doc = wired();
    expect(connectReplacing(endsOf(doc, 'chatOpenAI_0', 'toolAgent_0', 'model'))(doc)).toBe(doc);
    expect(connectReplacing(endsOf(doc, 'chatOpenAI_1', 'toolAgent_0', 'tools'))(doc)).toBe(doc);
  });
});

describe('a new node at the end of an edge', () => {
  it('is fed by the output the edge came from', () => {
    const doc = build(addNode(model, at));
    const handleId = outputPorts(nodeOf(doc, 'chatOpenAI_0').data)[0]!.id;
    const after = connectNew({ nodeId: 'chatOpenAI_0', handleId, isFromOutput: true }, agent, {
      x: 400,
      y: 8,
    })(doc);
    expect(nodeOf(after, 'toolAgent_0')).toMatchObject({ position: { x: 400, y: 8 }, selected: true });
    expect(after.edges.map((edge) => edge.targetHandle)).toEqual(['toolAgent_0-input-model-BaseChatModel']);
    expect(inputsOf(after, 'toolAgent_0')['model']).toBe(ref('chatOpenAI_0'));
  });

  it('feeds the input the edge came from, with the output that fits chosen', () => {
    const doc = build(addNode(agent, at));
    const end = { nodeId: 'toolAgent_0', handleId: 'toolAgent_0-input-tools-Tool', isFromOutput: false };
    const after = connectNew(end, wrapper, at)(doc);
    expect(nodeOf(after, 'wrapper_0').data.outputs).toEqual({ output: 'tool' });
    expect(inputsOf(after, 'toolAgent_0')['tools']).toEqual([ref('wrapper_0')]);
    expect(after.edges.map((edge) => edge.sourceHandle)).toEqual(['wrapper_0-output-tool-Tool']);
  });

  it('stands alone when nothing of it fits; which templates fit is known before', () => {
    const doc = build(addNode(agent, at));
    const end = {
      nodeId: 'toolAgent_0',
      handleId: 'toolAgent_0-input-model-BaseChatModel',
      isFromOutput: false,
    };
    const after = connectNew(end, tool, at)(doc);
    expect(after.edges).toEqual([]);
    expect(after.nodes).toHaveLength(2);
    expect([tool, model, wrapper].map((template) => fitsAtEnd(template, end))).toEqual([false, true, false]);
    const open = { handleId: 'calculator_0-output-calculator-Calculator|Tool', isFromOutput: true };
    expect([agent, keeper, model].map((template) => fitsAtEnd(template, open))).toEqual([true, true, false]);
  });
});

describe('a new node on an edge', () => {
  it('takes what the edge brought and takes its place in the list, in one step', () => {
    const doc = build(
      ...[addNode(tool, at), addNode(tool, at), addNode(agent, at)],
      wire('calculator_0', 'toolAgent_0', 'tools'),
      wire('calculator_1', 'toolAgent_0', 'tools'),
    );
    const after = insertOnEdge(doc.edges[0]!.id, wrapper, { x: 200, y: 0 })(doc);
    expect(after.edges.map((edge) => [edge.source, edge.target])).toEqual([
      ['calculator_0', 'wrapper_0'],
      ['wrapper_0', 'toolAgent_0'],
      ['calculator_1', 'toolAgent_0'],
    ]);
    expect(inputsOf(after, 'wrapper_0')['inner']).toBe(ref('calculator_0'));
    expect(inputsOf(after, 'toolAgent_0')['tools']).toEqual([ref('wrapper_0'), ref('calculator_1')]);
    expect(nodeOf(after, 'wrapper_0').data.outputs).toEqual({ output: 'tool' });
    expect(after.edges[0]!.id).toBe(
      'calculator_0-calculator_0-output-calculator-Calculator|Tool-wrapper_0-wrapper_0-input-inner-Tool',
    );
  });

  it('keeps the text around the reference of a parameter that takes variables', () => {
    const doc = build(
      ...[addNode(wrapper, at), addNode(keeper, at), addNode(chain, at), addNode(chainUser, at)],
      wire('llmChain_0', 'chainTool_0', 'baseChain'),
      setValues('keeper_0', { text: `say ${ref('wrapper_0')}` }),
    );
    const edge = {
      id: 'e',
      source: 'wrapper_0',
      sourceHandle: 'wrapper_0-output-tool-Tool|string',
      target: 'keeper_0',
      targetHandle: 'keeper_0-input-text-string',
    };
    const both = { ...wrapper, outputs: [{ ...wrapper.outputs![1]!, baseClasses: ['Tool', 'string'] }] };
    const after = insertOnEdge('e', both, at)({ ...doc, edges: [edge] });
    expect(inputsOf(after, 'keeper_0')['text']).toBe(`say ${ref('wrapper_1')}`);
  });

  it('changes nothing when the template does not fit or the edge is gone', () => {
    const doc = build(addNode(model, at), addNode(agent, at), wire('chatOpenAI_0', 'toolAgent_0', 'model'));
    expect(insertOnEdge(doc.edges[0]!.id, wrapper, at)(doc)).toBe(doc);
    expect(insertOnEdge('gone', wrapper, at)(doc)).toBe(doc);
    expect(fitsOnEdge(wrapper, doc.edges[0]!)).toBe(false);
  });
});
