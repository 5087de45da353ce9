import type { FlowData } from '@tendril/contract/flow/flow';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { ApiClient } from './api-client.ts';

/** The templates of a running server, by node name. */
export async function readTemplates(client: ApiClient): Promise<(name: string) => NodeTemplate> {
  const templates = await client.call<NodeTemplate[]>('GET', 'nodes');
  return (name) => {
    const found = templates.find((template) => template.name === name);
    if (!found) throw new Error(`No node ${name}`);
    return found;
  };
}

/** Prompt, model, buffer memory and chain, over a server of OpenAI's protocol at `basepath`. */
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
