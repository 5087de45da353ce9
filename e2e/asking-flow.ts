import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { ApiClient } from './api-client.ts';
import { readTemplates } from './chat-flow.ts';

/** What an asking flow answers: its question first, then its result. */
export interface AskedAnswer {
  text: string;
  runId: string;
  action?: { id: string; mapping: { approve: string } };
  usedTools?: { tool: string }[];
}

const at = { x: 0, y: 0 };

/** Stores an agent with a calculator that asks a person before it calculates. */
export async function makeAskingFlow(client: ApiClient): Promise<string> {
  const flow = new FlowBuilder(await readTemplates(client));
  const start = flow.add('seqStart', at);
  const agent = flow.add('seqAgent', at, { agentName: 'Counter', interrupt: true });
  flow
    .connect(flow.add('demoModel', at), start, 'model')
    .connect(start, agent, 'sequentialNode')
    .connect(flow.add('calculator', at), agent, 'tools')
    .connect(agent, flow.add('seqEnd', at), 'sequentialNode');
  const stored = { name: 'Asks first', type: 'MULTIAGENT', flowData: flow.build() };
  return (await client.call<{ id: string }>('POST', 'flows', stored)).id;
}
