import type { NodeTemplate } from '@tendril/contract/node/node-template';

function template(given: Partial<NodeTemplate> & Pick<NodeTemplate, 'name' | 'baseClasses'>): NodeTemplate {
  const type = given.baseClasses[0] ?? '';
  return {
    label: given.name,
    version: 1,
    type,
    category: 'Tools',
    description: '',
    icon: '',
    inputs: [],
    ...given,
  };
}

/** A few templates in the shape the server answers. */
export const testTemplates = {
  model: template({
    name: 'chatOpenAI',
    category: 'Chat Models',
    baseClasses: ['ChatOpenAI', 'BaseChatModel'],
    inputs: [{ name: 'temperature', label: 'Temperature', type: 'number', default: 0.7 }],
  }),
  tool: template({ name: 'calculator', baseClasses: ['Calculator', 'Tool'] }),
  agent: template({
    name: 'toolAgent',
    category: 'Agents',
    baseClasses: ['AgentExecutor', 'BaseChain'],
    inputs: [
      { name: 'tools', label: 'Tools', type: 'Tool', list: true },
      { name: 'model', label: 'Model', type: 'BaseChatModel' },
    ],
  }),
  chain: template({
    name: 'llmChain',
    category: 'Chains',
    baseClasses: ['LLMChain', 'BaseChain'],
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
        description: '',
        baseClasses: ['string', 'json'],
        isAnchor: true,
        hidden: false,
      },
    ],
  }),
  chainUser: template({
    name: 'chainTool',
    baseClasses: ['ChainTool', 'Tool'],
    inputs: [{ name: 'baseChain', label: 'Chain', type: 'BaseChain' }],
  }),
  prompt: template({
    name: 'promptTemplate',
    category: 'Prompts',
    baseClasses: ['PromptTemplate'],
    inputs: [
      { name: 'template', label: 'Template', type: 'string', rows: 4 },
      {
        name: 'promptValues',
        label: 'Values',
        type: 'json',
        optional: true,
        acceptVariable: true,
        list: true,
      },
    ],
  }),
} as const;

/** The template of a step of an agent flow. */
export function agentStep(type: string, label: string): NodeTemplate {
  const shared = { version: 1, category: 'Agent Flows', description: '', icon: '', inputs: [] };
  return {
    ...shared,
    ...{ name: `${type}Agentflow`, label, type, baseClasses: [type] },
    ...(type === 'start' && { hideInput: true }),
  };
}
