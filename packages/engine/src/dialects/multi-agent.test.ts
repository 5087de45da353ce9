import type { FlowData, FlowEdge } from '@tendril/contract/flow/flow';
import { anchor, output } from '@tendril/contract/node/anchor';
import { type AnyNode, defineNode, type NodeCatalogue } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { describe, expect, it } from 'vitest';
import { compileFlow } from '../compile-flow.ts';
import { runFlow } from '../run-flow.ts';
import { toyCatalogue } from '../testing/toy-catalogue.ts';
import { toyRequest } from '../testing/toy-request.ts';

const shown = { version: 1, category: 'Multi Agents', description: 'For this test.', icon: 'box' } as const;

const supervisor = defineNode({
  ...shown,
  name: 'supervisor',
  label: 'Supervisor',
  role: 'ending',
  inputs: {
    members: { ...anchor('string', { label: 'Workers', list: true, isInner: true }), type: 'Worker' },
  },
  outputs: { supervisor: output(['Supervisor'], { label: 'Supervisor' }) },
  answer: async ({ members }) => ({ text: members.join(' and ') }),
});

const worker = defineNode({
  ...shown,
  name: 'worker',
  label: 'Worker',
  inputs: {
    workerName: param.string({ label: 'Name' }),
    supervisor: { ...anchor('string', { label: 'Supervisor', optional: true }), type: 'Supervisor' },
  },
  outputs: { member: output(['Worker'], { label: 'Worker' }) },
  run: async ({ workerName }) => ({ member: workerName }),
});

const own: Readonly<Record<string, AnyNode>> = { supervisor, worker };
const catalogue: NodeCatalogue = { load: async (name) => own[name] ?? toyCatalogue.load(name) };

const node = (id: string, inputs: Record<string, unknown> = {}): FlowData['nodes'][number] => {
  const name = id.replace(/_\d+$/, '');
  const type = name === 'supervisor' ? 'Supervisor' : 'Worker';
  return { id, position: { x: 0, y: 0 }, data: { id, name, label: id, type, inputs } };
};

/** As files have it: from the supervisor to the worker. */
const leads = (source: string, target: string): FlowEdge => ({
  source,
  target,
  sourceHandle: `${source}-output-supervisor-Supervisor`,
  targetHandle: `${target}-input-supervisor-Supervisor`,
});

const team: FlowData = {
  nodes: [
    node('supervisor_0'),
    node('worker_0', { workerName: 'Ada', supervisor: '{{supervisor_0.data.instance}}' }),
    node('worker_1', { workerName: 'Bob', supervisor: '{{supervisor_0.data.instance}}' }),
  ],
  edges: [leads('supervisor_0', 'worker_0'), leads('supervisor_0', 'worker_1')],
};

const problemsOf = async (flow: FlowData) => (await compileFlow(flow, catalogue)).problems;

describe('a flow with a supervisor', () => {
  it('ends with the supervisor, which gets its workers though the edges are drawn from it', async () => {
    const drawn = structuredClone(team);
    const plan = await compileFlow(team, catalogue);
    expect(plan.problems).toEqual([]);
    expect(plan.endings).toEqual(['supervisor_0']);
    expect(await runFlow(plan, toyRequest())).toMatchObject({
      status: 'done',
      answer: { text: 'Ada and Bob' },
    });
    expect(team).toEqual(drawn);
  });

  it('says that a supervisor without workers needs some', async () => {
    const alone: FlowData = { nodes: [node('supervisor_0')], edges: [] };
    expect(await problemsOf(alone)).toMatchObject([
      { code: 'REQUIRED', message: 'supervisor_0: connect Workers.' },
    ]);
  });

  it('says that only one can lead', async () => {
    const two = { ...team, nodes: [...team.nodes, node('supervisor_1')] };
    expect(await problemsOf(two)).toContainEqual({
      code: 'SEVERAL_ENDINGS',
      nodeId: 'supervisor_1',
      message: 'supervisor_1: a flow has one supervisor. Delete the others.',
    });
  });

  it('names the missing end of workers without a supervisor', async () => {
    const lost = { nodes: team.nodes.slice(1), edges: [] };
    expect((await problemsOf(lost)).map(({ code }) => code)).toContain('NO_ENDING');
  });
});
