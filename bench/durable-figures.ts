import type { FlowDetail } from '@tendril/contract/api/flows';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { ApiClient } from '../e2e/api-client.ts';
import { readTemplates } from '../e2e/chat-flow.ts';
import { startAskedFlow } from './asked-flow.ts';
import { atLeast, atMost, type Row } from './table.ts';

const at = { x: 0, y: 0 };
const steps = 5;
const connections = 64;

/** Steps that hardly compute, so that what is measured is how each is stored before the next begins. */
async function makeSteps(client: ApiClient): Promise<string> {
  const flow = new FlowBuilder(await readTemplates(client));
  const conditions = [{ type: 'string', value1: '{{ question }}', operation: 'contains', value2: 'Hey' }];
  let last = flow.add('startAgentflow', at, { startInputType: 'chatInput' });
  for (let step = 0; step < steps; step += 1) {
    const next = flow.add('conditionAgentflow', at, { conditions });
    flow.lead(last, next, step === 0 ? undefined : 0);
    last = next;
  }
  flow.lead(last, flow.add('directReplyAgentflow', at, { directReplyMessage: 'Fine.' }), 0);
  const stored = { name: 'Steps', type: 'AGENTFLOW', flowData: flow.build() };
  return (await client.call<FlowDetail>('POST', 'flows', stored)).id;
}

/** Runs of a pipeline of five steps, each on disk before the next starts. */
export async function measureDurable(): Promise<Row[]> {
  const { server, ask } = await startAskedFlow(makeSteps);
  try {
    await ask(connections, 4000);
    const figures = await ask(connections, 6000);
    const name = `durable pipeline of ${steps} steps`;
    return [
      atLeast(name, figures.perSecond, 'runs/s', 400),
      atMost(`${name}, p99`, figures.p99, 'ms', 250),
      atMost(`${name}, failures`, figures.failures, '', 0),
    ];
  } finally {
    await server.remove();
  }
}
