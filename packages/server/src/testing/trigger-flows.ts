import { AppError } from '@tendril/contract/app-error';
import type { FlowData } from '@tendril/contract/flow/flow';
import { output } from '@tendril/contract/node/anchor';
import type { AnyNode } from '@tendril/contract/node/define-node';
import { toTemplate } from '@tendril/contract/node/node-template';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { AgentFlowState } from '@tendril/contract/provider/agent-flow';
import type { NodeSource } from '../features/flows/nodes/public.ts';
import { studio } from './flow-fixtures.ts';
import type { TestUser } from './test-app.ts';

/** A Start that answers with what started it, and holds its answer back while `held` is set. */
interface TriggerSource {
  catalogue: NodeSource;
  /** How often it has run. */
  runs(): number;
  hold(): void;
  release(): void;
}

/** A catalogue with one node, which says by what it was started. */
export function triggerCatalogue(): TriggerSource {
  let runs = 0;
  let held = Promise.resolve();
  let release = () => {};
  const start = {
    name: 'startAgentflow',
    label: 'Start',
    version: 1.4,
    category: 'Agent Flows',
    description: 'Says by what it was started.',
    icon: 'message',
    role: 'pipeline',
    step: { isStart: true },
    inputs: {},
    outputs: { startAgentflow: output(['Start'], { label: 'Start' }) },
    async run(_inputs: unknown, { nodeId, question, trigger, isAnswer, isStreaming, emit }: RunContext) {
      runs += 1;
      await held;
      if (question.includes('fail')) throw new AppError('NODE_FAILED', 'It was to fail.');
      const content = JSON.stringify({ question, trigger });
      if (isAnswer && isStreaming) emit({ type: 'text-delta', text: content });
      const state: AgentFlowState = {
        kind: 'agent-flow',
        messages: [{ role: 'assistant', content, nodeId, isStreamed: true }],
        runStart: 0,
        values: {},
        results: { [nodeId]: { content, output: { content } } },
        lastNodeId: nodeId,
        loops: {},
        reasoning: [],
        usedTools: [],
        sourceDocuments: [],
      };
      return { startAgentflow: state };
    },
  } as const;
  const template = toTemplate(start as unknown as AnyNode);
  return {
    runs: () => runs,
    hold() {
      const gate = Promise.withResolvers<void>();
      held = gate.promise;
      release = gate.resolve;
    },
    release: () => release(),
    catalogue: {
      load: async (name) => (name === start.name ? (start as unknown as AnyNode) : undefined),
      templates: async () => [template],
      knownTemplates: async () => [template],
      template: async (name) => (name === start.name ? template : undefined),
      credentials: async () => [],
      credential: async () => undefined,
    },
  };
}

/** A flow that is one Start with these values. */
export function startFlow(inputs: Record<string, unknown>): FlowData {
  const data = { id: 'startAgentflow_0', name: 'startAgentflow', label: 'Start', version: 1.4, inputs };
  return {
    nodes: [{ id: data.id, type: 'agentFlow', position: { x: 0, y: 0 }, data }],
    edges: [],
  } as FlowData;
}

/** Saves an agent flow; published, unless it says not to be. Returns its id. */
export async function makeStartFlow(
  user: TestUser,
  inputs: Record<string, unknown>,
  settings: { isPublic?: boolean; isPublished?: boolean } = {},
): Promise<string> {
  const payload = { name: 'A flow', type: 'AGENTFLOW', flowData: startFlow(inputs) };
  const made = await user.inject({ method: 'POST', url: `${studio}/flows`, payload });
  if (made.statusCode !== 201) throw new Error(made.body);
  const { id } = made.json<{ id: string }>();
  if (settings.isPublic)
    await user.inject({
      method: 'PATCH',
      url: `${studio}/flows/${id}/settings`,
      payload: { isPublic: true },
    });
  if (settings.isPublished !== false) await republish(user, id, inputs);
  return id;
}

/** Publishes a new version of such a flow. */
export async function republish(user: TestUser, id: string, inputs: Record<string, unknown>): Promise<void> {
  const flow = await user.inject({ method: 'GET', url: `${studio}/flows/${id}` });
  const { draftRevision } = flow.json<{ draftRevision: number }>();
  const saved = await user.inject({
    method: 'PUT',
    url: `${studio}/flows/${id}/draft`,
    headers: { 'if-match': `"${draftRevision}"` },
    payload: { flowData: startFlow(inputs), isCheckpoint: true },
  });
  const { draftRevision: revision } = saved.json<{ draftRevision: number }>();
  const published = await user.inject({
    method: 'POST',
    url: `${studio}/flows/${id}/publish`,
    headers: { 'if-match': `"${revision}"` },
    payload: {},
  });
  if (saved.statusCode >= 300 || published.statusCode >= 300) throw new Error(saved.body + published.body);
}
