import type { FlowDetail } from '@tendril/contract/api/flows';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { LoggedEvent } from '@tendril/contract/run-event';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { CallingModel, callCount } from './calling-model.ts';
import { readTemplates } from './chat-flow.ts';
import { type LocalServer, startServer } from './local-server.ts';

const at = { x: 0, y: 0 };
const vendor = new CallingModel();
let server: LocalServer;
let client: ApiClient;
let toolId: string;
const environment = () => ({ EGRESS_ALLOW: vendor.host });
const modelForm = () => ({ basePath: `http://${vendor.host}/v1`, modelName: 'm' });

beforeAll(async () => {
  await vendor.listen();
  server = await startServer({ environment: environment() });
  client = await new ApiClient(server.url).registerOwner();
  const func = `const answer = await fetch('http://${vendor.host}/' + $step, {
    method: 'POST', headers: { 'idempotency-key': $flow.idempotencyKey } });
  return answer.text();`;
  const schema = JSON.stringify([
    { id: 1, property: 'step', type: 'string', description: 'Which', required: true },
  ]);
  const tool = { name: 'do_step', description: 'Does a step.', schema, func };
  toolId = (await client.call<{ id: string }>('POST', 'tools', tool)).id;
});
afterAll(async () => {
  await server?.remove();
  vendor.close();
});

const restart = async () => {
  await server.stop('SIGKILL');
  server = await startServer({ home: server.home, environment: environment() });
  client = await new ApiClient(server.url).signIn();
};

const save = async (type: string, flowData: object) =>
  (await client.call<FlowDetail>('POST', 'flows', { name: `A ${type}`, type, flowData })).id;

const node = (id: string, inputs: object) => {
  const name = id.slice(0, id.lastIndexOf('_'));
  return { id, type: 'agentFlow', position: at, data: { id, name, label: id, inputs } };
};
const edge = (source: string, target: string) => ({
  ...{ source, target, targetHandle: target, type: 'agentFlow' },
  sourceHandle: `${source}-output-${source.slice(0, source.lastIndexOf('_'))}`,
});

/** An agent step of an agent flow with one tool. */
function agentFlow(tool: string, form: object) {
  const agent = {
    agentModel: 'chatLocalAI',
    agentModelConfig: modelForm(),
    agentMessages: [],
    agentTools: [{ agentSelectedTool: tool, agentSelectedToolConfig: form }],
    agentUserMessage: '{{ question }}',
  };
  return save('AGENTFLOW', {
    nodes: [node('startAgentflow_0', { startInputType: 'chatInput' }), node('agentAgentflow_0', agent)],
    edges: [edge('startAgentflow_0', 'agentAgentflow_0')],
  });
}

const agentStep = () => agentFlow('customTool', { selectedTool: toolId });

/** The tool is another flow, whose step has the effect. */
async function flowAsTool(): Promise<string> {
  const post = { method: 'POST', url: `http://${vendor.host}/{{ question }}` };
  const inner = await save('AGENTFLOW', {
    nodes: [node('startAgentflow_0', { startInputType: 'chatInput' }), node('httpAgentflow_0', post)],
    edges: [edge('startAgentflow_0', 'httpAgentflow_0')],
  });
  const form = { selectedAgentflow: inner, name: 'ask_flow', description: 'Does a step.' };
  return agentFlow('agentAsTool', { ...form, startNewSessionPerMessage: true });
}

async function chatAgent(): Promise<string> {
  const flow = new FlowBuilder(await readTemplates(client));
  const model = flow.add('chatLocalAI', at, modelForm());
  const agent = flow.add('toolAgent', at);
  flow.connect(model, agent, 'model').connect(flow.add('bufferMemory', at), agent, 'memory');
  flow.connect(flow.add('customTool', at, { selectedTool: toolId }), agent, 'tools');
  return save('CHATFLOW', flow.build());
}

async function pipelineAgent(): Promise<string> {
  const flow = new FlowBuilder(await readTemplates(client));
  const start = flow.add('seqStart', at);
  flow.connect(flow.add('chatLocalAI', at, modelForm()), start, 'model');
  const agent = flow.add('seqAgent', at, { agentName: 'Worker' });
  flow.connect(flow.add('customTool', at, { selectedTool: toolId }), agent, 'tools');
  flow.connect(start, agent, 'sequentialNode').connect(agent, flow.add('seqEnd', at), 'sequentialNode');
  return save('MULTIAGENT', flow.build());
}

interface Stored {
  id: string;
  status: string;
  answer: string | null;
}

it.each([
  ['an agent step of an agent flow', agentStep, true],
  ['a chat agent', chatAgent, true],
  ['an agent of a pipeline', pipelineAgent, false],
  ['an agent whose tool is another flow', flowAsTool, false],
])(
  'repeats no call of a tool that had come to its end before kill -9: %s',
  {
    timeout: 120_000,
  },
  async (_name, make, streaming) => {
    vendor.forget();
    const flowId = await make();
    const runsOf = async () => (await client.call<{ data: Stored[] }>('GET', `flows/${flowId}/runs`)).data;
    const kills = ['tool 1', 'asked 1', 'asked 2', 'tool 4', 'asked 4', 'asked 5'];
    const first = vendor.reached(kills[0] ?? '');
    void client
      .send('POST', `internal-prediction/${flowId}`, { question: 'Do it', chatId: 'c', streaming })
      .then((answer) => answer.text())
      .catch(() => undefined);
    for (const [index, label] of kills.entries()) {
      await (index === 0 ? first : vendor.reached(label));
      await restart();
    }
    await expect
      .poll(async () => (await runsOf()).map(({ status }) => status), { timeout: 30_000 })
      .toEqual(['done']);

    // Calls that were in flight are repeated under their key; the third one may have been, beside the fourth.
    const steps = Array.from({ length: callCount }, (_, index) => String(index + 1));
    const countOf = (step: string) => vendor.effects.filter((effect) => effect.step === step).length;
    for (const step of steps) {
      const keys = vendor.effects.filter((effect) => effect.step === step).map(({ key }) => key);
      expect(new Set(keys).size, `keys of call ${step}`).toBe(1);
      expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    }
    expect(steps.map(countOf)).toEqual([2, 1, expect.any(Number), 2, 1]);
    expect(countOf('3')).toBeLessThanOrEqual(2);
    // Replies that had come are not asked for again.
    expect([...vendor.asked].toSorted(([one], [other]) => one - other)).toEqual([
      [0, 1],
      [1, 2],
      [2, 2],
      [4, 2],
      [5, 2],
    ]);
    const [run] = await runsOf();
    const { events } = await client.call<{ events: LoggedEvent[] }>('GET', `runs/${run?.id}`);
    const used = events.flatMap((event) => (event.type === 'used-tools' ? event.tools : []));
    expect(used.map(({ toolInput }) => Object.values(toolInput as object)[0])).toEqual(steps);
    expect(events.find(({ type }) => type === 'run-end')).toMatchObject({ answer: { text: 'All done' } });
  },
);
