import type { FlowData } from '@tendril/contract/flow/flow';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { HouseClient } from '../e2e/house-client.ts';

export async function readTemplates(client: HouseClient): Promise<(name: string) => NodeTemplate> {
  const templates = await client.call<NodeTemplate[]>('GET', 'nodes');
  return (name) => {
    const found = templates.find((template) => template.name === name);
    if (!found) throw new Error(`No node ${name}`);
    return found;
  };
}

/** Prompt, model, buffer memory and chain: the flow that the requests figures are of. */
export function chatFlow(
  template: (name: string) => NodeTemplate,
  basepath: string,
  credential: string,
): FlowData {
  const flow = new FlowBuilder(template);
  const model = flow.add('chatOpenAI', { x: 0, y: 0 }, { basepath, modelName: 'gpt-4o-mini' });
  const memory = flow.add('bufferMemory', { x: 0, y: 400 });
  const prompt = flow.add(
    'chatPromptTemplate',
    { x: 0, y: 800 },
    { systemMessagePrompt: 'Answer shortly.', humanMessagePrompt: '{input}' },
  );
  const chain = flow.add('conversationChain', { x: 500, y: 200 });
  flow
    .connect(model, chain, 'model')
    .connect(memory, chain, 'memory')
    .connect(prompt, chain, 'chatPromptTemplate');
  const data = flow.build();
  for (const node of data.nodes) if (node.id === model.id) node.data.credential = credential;
  return data;
}

/** A flow of `count` nodes in rows of chains, each wired to its model and prompt. */
export function largeFlow(template: (name: string) => NodeTemplate, count: number): FlowData {
  const flow = new FlowBuilder(template);
  for (let index = 0; index < Math.floor(count / 3); index += 1) {
    const x = (index % 10) * 800;
    const y = Math.floor(index / 10) * 900;
    const model = flow.add('chatOpenAI', { x, y });
    const prompt = flow.add('promptTemplate', { x, y: y + 400 }, { template: 'Answer: {question}' });
    const chain = flow.add('llmChain', { x: x + 400, y });
    flow.connect(model, chain, 'model').connect(prompt, chain, 'prompt');
  }
  for (let rest = count % 3; rest > 0; rest -= 1) flow.add('bufferMemory', { x: -400, y: rest * 300 });
  return flow.build();
}
