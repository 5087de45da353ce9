import { describe, expect, it } from 'vitest';
import { inlineTypes } from '../node/inline-type.ts';
import type { NodeTemplate } from '../node/node-template.ts';
import { initNode } from './init-node.ts';

const chatOpenAI: NodeTemplate = {
  name: 'chatOpenAI',
  label: 'ChatOpenAI',
  version: 8,
  type: 'ChatOpenAI',
  baseClasses: ['ChatOpenAI', 'BaseChatModel', 'BaseLanguageModel'],
  category: 'Chat Models',
  description: 'A model',
  icon: 'message-square-text',
  credential: {
    name: 'credential',
    label: 'Connect Credential',
    type: 'credential',
    credentialNames: ['openAIApi'],
  },
  inputs: [
    { name: 'cache', label: 'Cache', type: 'BaseCache', optional: true },
    { name: 'modelName', label: 'Model', type: 'asyncOptions', default: 'gpt-4o-mini' },
    { name: 'temperature', label: 'Temperature', type: 'number', default: 0 },
    { name: 'streaming', label: 'Streaming', type: 'boolean', default: false },
    { name: 'topP', label: 'Top P', type: 'number', optional: true },
  ],
};

const llmChain: NodeTemplate = {
  name: 'llmChain',
  label: 'LLM Chain',
  version: 3,
  type: 'LLMChain',
  baseClasses: ['LLMChain', 'BaseChain'],
  category: 'Chains',
  description: 'A chain',
  icon: 'link',
  inputs: [],
  outputs: [
    {
      name: 'llmChain',
      label: 'LLM Chain',
      description: '',
      baseClasses: ['LLMChain', 'BaseChain'],
      isAnchor: true,
      hidden: false,
    },
    {
      name: 'outputPrediction',
      label: 'Output',
      description: 'text',
      baseClasses: ['string', 'json'],
      isAnchor: true,
      hidden: false,
    },
  ],
};

describe('initNode', () => {
  it('NODE-04: an instance has an id, anchors, params, output anchors and values by parameter name', () => {
    const node = initNode(chatOpenAI, 'chatOpenAI_0');
    expect(node.id).toBe('chatOpenAI_0');
    expect(node.inputAnchors?.map((anchor) => anchor.name)).toEqual(['cache']);
    expect(node.inputParams?.map((param) => param.name)).toEqual([
      'credential',
      'modelName',
      'temperature',
      'streaming',
      'topP',
    ]);
    expect(node.outputAnchors).toHaveLength(1);
    expect(Object.keys(node.inputs ?? {})).toEqual([
      'cache',
      'modelName',
      'temperature',
      'streaming',
      'topP',
    ]);
  });

  it.each(inlineTypes)('NODE-06: an input of the type %s becomes an inline parameter', (type) => {
    const node = initNode({ ...chatOpenAI, inputs: [{ name: 'one', label: 'One', type }] }, 'x_0');
    expect(node.inputParams?.map((param) => param.name)).toContain('one');
    expect(node.inputAnchors).toEqual([]);
  });

  it('NODE-06: there are exactly fifteen inline types', () => {
    expect(inlineTypes).toHaveLength(15);
    expect(new Set(inlineTypes).size).toBe(15);
  });

  it.each(['BaseChatModel', 'Document', 'Start | Agent', 'String'])(
    'NODE-07: the type %s is an anchor',
    (type) => {
      const node = initNode({ ...chatOpenAI, inputs: [{ name: 'one', label: 'One', type }] }, 'x_0');
      expect(node.inputAnchors?.map((anchor) => anchor.name)).toEqual(['one']);
    },
  );

  it('NODE-08: input ids carry node id, name and type', () => {
    const node = initNode(chatOpenAI, 'chatOpenAI_0');
    expect(node.inputParams?.[2]).toMatchObject({ id: 'chatOpenAI_0-input-temperature-number' });
    expect(node.inputAnchors?.[0]).toMatchObject({ id: 'chatOpenAI_0-input-cache-BaseCache' });
  });

  it('NODE-08: a union type stands in the id as it is declared', () => {
    const input = { name: 'sequentialNode', label: 'Sequential Node', type: 'Start | Agent', list: true };
    const node = initNode({ ...chatOpenAI, inputs: [input] }, 'seqEnd_0');
    expect(node.inputAnchors?.[0]).toMatchObject({ id: 'seqEnd_0-input-sequentialNode-Start | Agent' });
  });

  it('NODE-09, NODE-10, NODE-11: an output id joins its classes with a pipe, its shown type with a spaced pipe', () => {
    const [output] = initNode(chatOpenAI, 'chatOpenAI_0').outputAnchors ?? [];
    expect(output?.id).toBe('chatOpenAI_0-output-chatOpenAI-ChatOpenAI|BaseChatModel|BaseLanguageModel');
    expect(output?.type).toBe('ChatOpenAI | BaseChatModel | BaseLanguageModel');
  });

  it('NODE-12: values start from the defaults, also from 0 and false, and are empty without one', () => {
    expect(initNode(chatOpenAI, 'chatOpenAI_0').inputs).toEqual({
      cache: '',
      modelName: 'gpt-4o-mini',
      temperature: 0,
      streaming: false,
      topP: '',
    });
  });

  it('NODE-13: several outputs are options of one output, the first of them chosen', () => {
    const node = initNode(llmChain, 'llmChain_0');
    expect(node.outputs).toEqual({ output: 'llmChain' });
    expect(node.outputAnchors).toHaveLength(1);
    expect(node.outputAnchors?.[0]?.options).toEqual([
      {
        id: 'llmChain_0-output-llmChain-LLMChain|BaseChain',
        name: 'llmChain',
        label: 'LLM Chain',
        description: '',
        type: 'LLMChain | BaseChain',
        isAnchor: true,
        hidden: false,
      },
      {
        id: 'llmChain_0-output-outputPrediction-string|json',
        name: 'outputPrediction',
        label: 'Output',
        description: 'text',
        type: 'string | json',
        isAnchor: true,
        hidden: false,
      },
    ]);
  });

  it('NODE-14: a template that hides its output has no output anchor', () => {
    expect(initNode({ ...llmChain, hideOutput: true }, 'llmChain_0').outputAnchors).toEqual([]);
  });

  it('NODE-15: the credential parameter is the first parameter, with an empty reference', () => {
    const node = initNode(chatOpenAI, 'chatOpenAI_0');
    expect(node.inputParams?.[0]).toMatchObject({ name: 'credential', type: 'credential' });
    expect(node.credential).toBe('');
    expect(initNode(llmChain, 'llmChain_0')).not.toHaveProperty('credential');
  });
});
