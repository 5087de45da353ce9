import { createFromStarter, duplicateFlow, flowDetail, starterName } from '@tendril/contract/api/flows';
import type { ApiClient } from './api-client.ts';

/** A new flow, and its page. */
export interface SeededFlow {
  name: string;
  path: string;
}

/** Fills an installation in one way; returns the new flows. */
export type Scenario = (client: ApiClient) => Promise<SeededFlow[]>;

const manyFlows = 200;

function readFlow(answer: { status: number; body: unknown }): { id: string; flow: SeededFlow } {
  if (answer.status !== 201)
    throw new Error(`The flow was refused (${answer.status}): ${JSON.stringify(answer.body)}`);
  const { id, name, type } = flowDetail.pick({ id: true, name: true, type: true }).parse(answer.body);
  return { id, flow: { name, path: `/${type === 'CHATFLOW' ? 'canvas' : 'agentcanvas'}/${id}` } };
}

async function makeStarters(client: ApiClient): Promise<SeededFlow[]> {
  const made: SeededFlow[] = [];
  for (const starter of starterName.options) {
    made.push(readFlow(await client.call(createFromStarter, { params: { starter } })).flow);
  }
  return made;
}

async function makeMany(client: ApiClient): Promise<SeededFlow[]> {
  const first = readFlow(await client.call(createFromStarter, { params: { starter: 'support-bot' } }));
  for (let count = 1; count < manyFlows; count += 1) {
    readFlow(await client.call(duplicateFlow, { params: { id: first.id } }));
  }
  return [first.flow, { name: `${manyFlows} flows`, path: '/chatflows' }];
}

/** The ways to fill an installation, by the argument that selects them. */
export const scenarios: Readonly<Record<string, Scenario>> = { starters: makeStarters, many: makeMany };
