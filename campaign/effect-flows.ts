import type { FlowDetail } from '@tendril/contract/api/flows';
import type { FlowData } from '@tendril/contract/flow/flow';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { ApiClient } from '../e2e/api-client.ts';
import { readTemplates } from '../e2e/chat-flow.ts';
import { makeModelFlow } from '../e2e/model-flow.ts';

const at = { x: 0, y: 0 };
/** So many steps have the flows that are made of steps. */
export const stepCount = 5;

/** A stored flow whose steps each have an effect elsewhere. */
export interface EffectFlow {
  readonly id: string;
  /** Ids of the nodes with an effect; none in a chat, whose one effect is its model's answer. */
  readonly nodeIds: readonly string[];
}

const numbers = Array.from({ length: stepCount }, (_, step) => step);

const store = async (client: ApiClient, name: string, type: string, flowData: FlowData) =>
  (await client.call<FlowDetail>('POST', 'flows', { name, type, flowData })).id;

/** Steps in code, one after the other. */
async function makePipeline(client: ApiClient, port: number): Promise<EffectFlow> {
  const flow = new FlowBuilder(await readTemplates(client));
  let last = flow.add('seqStart', at);
  flow.connect(flow.add('demoModel', at), last, 'model');
  for (const step of numbers) {
    const node = flow.add('seqLLMNode', at, {
      llmNodeName: `Step ${step}`,
      [`selectedUpdateStateMemoryTab_seqLLMNode_${step}`]: 'updateStateMemoryCode',
      updateStateMemoryCode: `await fetch('http://127.0.0.1:${port}/' + encodeURIComponent($flow.input + ' ${step}')); return {};`,
    });
    flow.connect(last, node, 'sequentialNode');
    last = node;
  }
  flow.connect(last, flow.add('seqEnd', at), 'sequentialNode');
  const id = await store(client, 'Pipeline', 'MULTIAGENT', flow.build());
  return { id, nodeIds: numbers.map((step) => `seqLLMNode_${step}`) };
}

/** Requests, one after the other. */
async function makeAgentFlow(client: ApiClient, port: number): Promise<EffectFlow> {
  const flow = new FlowBuilder(await readTemplates(client));
  let last = flow.add('startAgentflow', at, { startInputType: 'chatInput' });
  for (const step of numbers) {
    const url = `http://127.0.0.1:${port}/{{ question }}%20${step}`;
    const node = flow.add('httpAgentflow', at, { method: 'GET', url });
    flow.lead(last, node);
    last = node;
  }
  const id = await store(client, 'Agent flow', 'AGENTFLOW', flow.build());
  return { id, nodeIds: numbers.map((step) => `httpAgentflow_${step}`) };
}

/** A pipeline, an agent flow and a chat, whose effects a local server counts. */
export async function makeEffectFlows(client: ApiClient, port: number): Promise<EffectFlow[]> {
  const chat = { id: await makeModelFlow(client, port), nodeIds: [] };
  return [await makePipeline(client, port), await makeAgentFlow(client, port), chat];
}
