import type { FlowPlan } from '@tendril/engine/flow-plan';
import { nodeFingerprint } from '@tendril/engine/node-fingerprint';

const maxFlows = 20;

type Outputs = Record<string, unknown> | undefined;

interface KeptFlow {
  readonly workspaceId: string;
  /** The question of the flow's last run on the canvas. */
  question: string;
  readonly nodes: Map<string, { fingerprint: string; readers: string; outputs: Outputs }>;
}

/** The outputs of a flow's nodes in its last run on the canvas; in memory only, for the most recent flows. */
export interface CanvasOutputs {
  /** Records a node's output; undefined stands for a branch not taken. */
  keep(flow: ReadFlow, plan: FlowPlan, nodeId: string, outputs: Outputs): void;
  keepQuestion(flow: FlowMark, question: string): void;
  lastQuestion(flowId: string): string | undefined;
  /** What is still valid for a plan: the outputs of unchanged nodes, made for somebody who may read the same. */
  fresh(flow: ReadFlow, plan: FlowPlan): Map<string, Outputs>;
  forgetFlow(flowId: string): void;
  /** After a change of something that nodes have resolved: a secret, a tool, a variable. */
  forgetWorkspace(workspaceId: string): void;
  forgetAll(): void;
}

interface FlowMark {
  readonly id: string;
  readonly workspaceId: string;
}

interface ReadFlow extends FlowMark {
  /** On whose behalf it reads knowledge bases. */
  readonly callers: readonly string[];
}

const readersOf = ({ callers }: ReadFlow) => JSON.stringify([...callers].sort());

function fingerprint(plan: FlowPlan, nodeId: string): string | undefined {
  const node = plan.nodes.get(nodeId);
  return node && nodeFingerprint(node);
}

/** Keeps outputs in memory; those of a node whose own definition has changed since are stale, and left out. */
export function createCanvasOutputs(): CanvasOutputs {
  const flows = new Map<string, KeptFlow>();

  function open({ id, workspaceId }: FlowMark): KeptFlow {
    const kept = flows.get(id) ?? { workspaceId, question: '', nodes: new Map() };
    flows.delete(id);
    flows.set(id, kept);
    const oldest = flows.keys().next();
    if (flows.size > maxFlows && !oldest.done) flows.delete(oldest.value);
    return kept;
  }

  return {
    keep(flow, plan, nodeId, outputs) {
      const mark = fingerprint(plan, nodeId);
      const { nodes } = open(flow);
      if (mark !== undefined) nodes.set(nodeId, { fingerprint: mark, readers: readersOf(flow), outputs });
      // Nodes that were removed from the canvas lose their values.
      if (nodes.size > plan.nodes.size)
        for (const id of nodes.keys()) if (!plan.nodes.has(id)) nodes.delete(id);
    },

    keepQuestion(flow, question) {
      open(flow).question = question;
    },

    lastQuestion: (flowId) => flows.get(flowId)?.question,

    fresh(flow, plan) {
      const found = new Map<string, Outputs>();
      const readers = readersOf(flow);
      for (const [id, kept] of flows.get(flow.id)?.nodes ?? [])
        if (kept.readers === readers && fingerprint(plan, id) === kept.fingerprint)
          found.set(id, kept.outputs);
      return found;
    },

    forgetFlow: (flowId) => void flows.delete(flowId),

    forgetWorkspace(workspaceId) {
      for (const [id, kept] of flows) if (kept.workspaceId === workspaceId) flows.delete(id);
    },

    forgetAll: () => flows.clear(),
  };
}
