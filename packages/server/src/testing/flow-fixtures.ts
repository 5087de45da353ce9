import type { FlowData } from '@tendril/contract/flow/flow';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { TestUser } from './test-app.ts';

export const studio = '/api/agent-studio/v1';

/** A finder of the server's templates. */
export async function readTemplates(user: TestUser): Promise<(name: string) => NodeTemplate> {
  const answer = await user.inject({ method: 'GET', url: `${studio}/nodes` });
  const templates = answer.json<NodeTemplate[]>();
  return (name) => {
    const found = templates.find((template) => template.name === name);
    if (!found) throw new Error(`No node ${name}`);
    return found;
  };
}

/** Demo model, buffer memory and conversation chain. */
export async function talkingFlow(user: TestUser, memory: Record<string, unknown> = {}): Promise<FlowData> {
  const flow = new FlowBuilder(await readTemplates(user));
  const model = flow.add('demoModel', { x: 0, y: 0 });
  const remembers = flow.add('bufferMemory', { x: 0, y: 400 }, memory);
  const chain = flow.add('conversationChain', { x: 500, y: 0 });
  return flow.connect(model, chain, 'model').connect(remembers, chain, 'memory').build();
}

/** The one node of the gated catalogue. */
export async function gatedFlow(user: TestUser, values: Record<string, unknown> = {}): Promise<FlowData> {
  const flow = new FlowBuilder(await readTemplates(user));
  flow.add('gatedChat', { x: 0, y: 0 }, values);
  return flow.build();
}

/** Saves a new flow; returns its id. */
export async function makeFlow(
  user: TestUser,
  flowData: FlowData,
  name = 'A flow',
  type = 'CHATFLOW',
): Promise<string> {
  const payload = { name, type, flowData };
  const answer = await user.inject({ method: 'POST', url: `${studio}/flows`, payload });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<{ id: string }>().id;
}
