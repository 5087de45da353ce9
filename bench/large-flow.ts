import type { FlowData } from '@tendril/contract/flow/flow';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { NodeTemplate } from '@tendril/contract/node/node-template';

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
