import { beforeEach, expect, it } from 'vitest';
import { readNodeMemory, rememberNode, toggleStar, useNodeMemory } from './node-memory.ts';

beforeEach(() => useNodeMemory.setState({ recent: [], starred: [] }));

it('remembers the last dozen nodes, newest first, each once', () => {
  for (let index = 0; index < 15; index += 1) rememberNode(`node${index}`);
  rememberNode('node5');
  const { recent } = useNodeMemory.getState();
  expect(recent).toHaveLength(12);
  expect(recent.slice(0, 3)).toEqual(['node5', 'node14', 'node13']);
  expect(readNodeMemory(localStorage.getItem('canvasNodes')).recent).toEqual(recent);
});

it('stars and unstars', () => {
  toggleStar('demoModel');
  toggleStar('llmChain');
  toggleStar('demoModel');
  expect(useNodeMemory.getState().starred).toEqual(['llmChain']);
});

it.each(['', 'junk', 'null', '[]', '{"recent":"x","starred":[1,null,{}]}'])(
  'takes junk for nothing: %s',
  (text) => {
    expect(readNodeMemory(text)).toEqual({ recent: [], starred: [] });
  },
);
