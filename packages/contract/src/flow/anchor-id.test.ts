import { describe, expect, it } from 'vitest';
import { classesOf, inputId, outputId, parseAnchorId } from './anchor-id.ts';

describe('anchor ids', () => {
  it('NODE-08: an input id is node, "input", name and type', () => {
    expect(inputId('chatOpenAI_0', 'temperature', 'number')).toBe('chatOpenAI_0-input-temperature-number');
  });

  it('NODE-09: an output id is node, "output", name and types', () => {
    expect(outputId('llmChain_0', 'llmChain', ['BaseChain'])).toBe('llmChain_0-output-llmChain-BaseChain');
  });

  it('the classes of an id are read with a bare and with a spaced pipe', () => {
    expect(classesOf('a_0-output-a-ChatOpenAI|BaseChatModel')).toEqual(['ChatOpenAI', 'BaseChatModel']);
    expect(classesOf('b_0-input-sequentialNode-Start | Agent')).toEqual(['Start', 'Agent']);
  });

  it('an id is read against the node it belongs to, dashes in names included', () => {
    expect(parseAnchorId('my-node_0-input-top-k-number', 'my-node_0')).toEqual({
      direction: 'input',
      name: 'top-k',
    });
    expect(parseAnchorId('a_0-output-a-BaseChain', 'a_0')).toEqual({ direction: 'output', name: 'a' });
    expect(parseAnchorId('a_0-output-a-BaseChain', 'b_0')).toBeUndefined();
    expect(parseAnchorId('a_0-other-a-BaseChain', 'a_0')).toBeUndefined();
  });
});
