import { expect, it } from 'vitest';
import { nextNodeId } from './node-id.ts';

it('NODE-05: a node takes the smallest free number of its name', () => {
  expect(nextNodeId('llmChain', [])).toBe('llmChain_0');
  expect(nextNodeId('llmChain', ['llmChain_0', 'llmChain_1'])).toBe('llmChain_2');
  expect(nextNodeId('llmChain', ['llmChain_0', 'llmChain_2'])).toBe('llmChain_1');
  expect(nextNodeId('llmChain', ['chatOpenAI_0', 'llmChain_00'])).toBe('llmChain_0');
});
