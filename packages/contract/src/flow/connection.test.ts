import { describe, expect, it } from 'vitest';
import { judgeConnection } from './connection.ts';
import { edgeId, flowEdge } from './flow.ts';

const model = 'chatOpenAI_0-output-chatOpenAI-ChatOpenAI|BaseChatModel|BaseLanguageModel';
const modelInput = 'llmChain_0-input-model-BaseChatModel';
const tool = 'calculator_0-output-calculator-Calculator|Tool';
const toolsInput = 'toolAgent_0-input-tools-Tool';

const wire = (sourceHandle: string, targetHandle: string) => ({
  source: sourceHandle.slice(0, sourceHandle.indexOf('-')),
  sourceHandle,
  target: targetHandle.slice(0, targetHandle.indexOf('-')),
  targetHandle,
});

describe('judgeConnection', () => {
  it('CONNECT-01: ends that share a base class fit', () => {
    expect(judgeConnection(wire(model, modelInput), [], false)).toEqual({ isValid: true });
  });

  it('CONNECT-01: ends without a common class are refused, with both sides named', () => {
    expect(judgeConnection(wire(tool, modelInput), [], false)).toEqual({
      isValid: false,
      reason: 'types',
      needs: ['BaseChatModel'],
      gives: ['Calculator', 'Tool'],
    });
  });

  it('CONNECT-01: a union input takes each of its classes', () => {
    const end = 'seqEnd_0-input-sequentialNode-Agent | Condition | LLMNode';
    expect(judgeConnection(wire('seqAgent_0-output-seqAgent-Agent', end), [], false).isValid).toBe(true);
    expect(judgeConnection(wire('seqStart_0-output-seqStart-Start', end), [], false).isValid).toBe(false);
  });

  it('CONNECT-02, CONNECT-03: a taken anchor refuses a second edge', () => {
    const taken = [{ targetHandle: modelInput }];
    expect(judgeConnection(wire(model, modelInput), taken, false)).toEqual({
      isValid: false,
      reason: 'taken',
    });
  });

  it('CONNECT-02, CONNECT-03: a list anchor takes several edges', () => {
    expect(judgeConnection(wire(tool, toolsInput), [{ targetHandle: toolsInput }], true)).toEqual({
      isValid: true,
    });
  });

  it('a node never feeds itself', () => {
    const own = wire('a_0-output-a-Tool', 'a_0-input-tools-Tool');
    expect(judgeConnection(own, [], true)).toEqual({ isValid: false, reason: 'self' });
  });

  it('CONNECT-04: an edge is asked for its two nodes and its two handles', () => {
    const edge = wire(model, modelInput);
    expect(flowEdge.safeParse(edge).success).toBe(true);
    for (const field of ['source', 'target', 'sourceHandle', 'targetHandle'] as const) {
      const { [field]: _left, ...rest } = edge;
      expect(flowEdge.safeParse(rest).success, field).toBe(false);
    }
    expect(edgeId(edge)).toBe(`chatOpenAI_0-${model}-llmChain_0-${modelInput}`);
  });
});
