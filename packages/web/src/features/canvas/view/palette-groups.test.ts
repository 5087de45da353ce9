import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { describe, expect, it } from 'vitest';
import { firstOpen, paletteGroups, searchTemplates } from './palette-groups.ts';
import { twinMarks } from './twin-marks.ts';

const node = (name: string, label: string, category: string, description = ''): NodeTemplate => ({
  name,
  label,
  category,
  description,
  version: 1,
  type: label,
  baseClasses: [label],
  icon: '',
  inputs: [],
});

const all = [
  node('chatOpenAI', 'OpenAI chat model', 'Chat Models', 'GPT models'),
  node('demoModel', 'Demo model', 'Chat Models', 'Runs here, no key needed'),
  node('memoryVectorStore', 'In-memory vector store', 'Vector Stores'),
  node('seqStart', 'Start', 'Sequential Agents'),
  node('toolAgent', 'Tool Agent', 'Agents'),
  node('bufferMemory', 'Buffer Memory', 'Memory'),
  node('agentMemory', 'Agent Memory', 'Memory'),
  node('ifElseFunction', 'IfElse Function', 'Utilities'),
  node('setVariable', 'Set Variable', 'Utilities'),
];

const names = (groups: ReturnType<typeof paletteGroups>) =>
  Object.fromEntries(groups.map(({ category, templates }) => [category, templates.map((one) => one.name)]));

describe('palette', () => {
  it('CANVAS-01, CANVAS-02: a chat canvas groups its nodes, Vector Stores and Sequential Agents among them, the demo model first', () => {
    expect(names(paletteGroups(all, 'CHATFLOW'))).toEqual({
      'Chat Models': ['demoModel', 'chatOpenAI'],
      'Vector Stores': ['memoryVectorStore'],
      'Sequential Agents': ['seqStart'],
      Agents: ['toolAgent'],
      Memory: ['bufferMemory'],
      Utilities: ['ifElseFunction', 'setVariable'],
    });
    expect(firstOpen('CHATFLOW')).not.toContain('Sequential Agents');
  });

  it('CANVAS-02: a pipeline canvas starts with Sequential Agents, open, and keeps only some utilities', () => {
    const groups = paletteGroups(all, 'MULTIAGENT');
    expect(groups[0]?.category).toBe('Sequential Agents');
    expect(firstOpen('MULTIAGENT')).toContain('Sequential Agents');
    expect(names(groups)).toMatchObject({ Memory: ['agentMemory'], Utilities: ['setVariable'] });
    expect(names(groups)).not.toHaveProperty('Agents');
  });

  it('search looks into names, labels and descriptions, and forgives left-out letters', () => {
    expect(searchTemplates(all, 'open').map((one) => one.name)).toEqual(['chatOpenAI']);
    expect(searchTemplates(all, 'no key').map((one) => one.name)).toEqual(['demoModel']);
    expect(searchTemplates(all, 'vctr').map((one) => one.name)).toEqual(['memoryVectorStore']);
    expect(searchTemplates(all, 'memory')[0]?.category).toBe('Memory');
    expect(searchTemplates(all, 'zebra')).toEqual([]);
  });

  it('nodes of one label are told apart, and the second choice among them comes last', () => {
    const twins: NodeTemplate[] = [
      { ...node('chatOpenAI_LlamaIndex', 'ChatOpenAI', 'Chat Models'), tags: ['LlamaIndex'] },
      node('chatOpenAI', 'ChatOpenAI', 'Chat Models'),
      { ...node('cohere', 'Cohere', 'LLMs'), badge: 'DEPRECATING' },
      node('chatCohere', 'Cohere', 'Chat Models'),
      node('chatXAI', 'ChatXAI', 'Chat Models'),
    ];
    expect(names(paletteGroups(twins, 'CHATFLOW'))['Chat Models']).toEqual([
      'chatOpenAI',
      'chatXAI',
      'chatCohere',
      'chatOpenAI_LlamaIndex',
    ]);
    const liked = new Set(['chatOpenAI_LlamaIndex']);
    expect(searchTemplates(twins, 'chatopenai', liked).map(({ name }) => name)).toEqual([
      'chatOpenAI',
      'chatOpenAI_LlamaIndex',
    ]);
    expect(searchTemplates(twins, 'cohere')[0]?.name).toBe('chatCohere');
    expect([...twinMarks(twins)].toSorted()).toEqual([
      ['chatCohere', 'Chat Models'],
      ['chatOpenAI_LlamaIndex', 'LlamaIndex'],
      ['cohere', 'LLMs'],
    ]);
    expect([...twinMarks(twins.filter(({ category }) => category === 'Chat Models')).keys()]).toEqual([
      'chatOpenAI_LlamaIndex',
    ]);
  });

  it('a name typed whole comes before longer names that hold it, and liked nodes come first among equals', () => {
    const prompts = [
      node('chatPromptTemplate', 'Chat Prompt Template', 'Prompts'),
      node('promptTemplate', 'Prompt Template', 'Prompts'),
      node('fewShot', 'Few Shot', 'Prompts'),
      node('fewTell', 'Few Tell', 'Prompts'),
    ];
    expect(searchTemplates(prompts, 'prompt template')[0]?.name).toBe('promptTemplate');
    expect(searchTemplates(prompts, 'few')[0]?.name).toBe('fewShot');
    expect(searchTemplates(prompts, 'few', new Set(['fewTell']))[0]?.name).toBe('fewTell');
  });
});
