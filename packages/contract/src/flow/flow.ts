import * as z from 'zod';
import { asGiven } from '../json/as-given.ts';

/** An anchor, parameter or output as a flow file stores it; unknown keys stay. */
const flowPort = z.looseObject({
  id: z.string(),
  name: z.string(),
  label: z.string(),
  type: z.string(),
});
export type FlowPort = z.output<typeof flowPort>;

const flowOutput = z.looseObject({
  id: z.string().optional(),
  name: z.string(),
  label: z.string().optional(),
  type: z.string().optional(),
  options: z.array(flowPort).optional(),
  default: z.string().optional(),
});
export type FlowOutput = z.output<typeof flowOutput>;

/** What a run does about a step that fails or takes long. */
const nodeSettings = z.looseObject({
  /** How often it is tried again, and the wait before each time. */
  retries: z
    .looseObject({ times: z.int().min(0).max(20), waitMs: z.number().min(0).max(600_000) })
    .optional(),
  /** The longest that one attempt may take. */
  timeoutMs: z.number().min(1).max(86_400_000).optional(),
  /** `branch`: the run goes on from the step's output `error`. */
  onError: z.enum(['fail', 'branch']).optional(),
});
export type NodeSettings = z.output<typeof nodeSettings>;

export const flowNodeData = z.looseObject({
  id: z.string(),
  name: z.string(),
  label: z.string(),
  version: z.number().optional(),
  type: z.string().optional(),
  category: z.string().optional(),
  baseClasses: z.array(z.string()).optional(),
  inputParams: z.array(z.looseObject({ name: z.string(), type: z.string() })).optional(),
  inputAnchors: z.array(z.looseObject({ name: z.string(), type: z.string() })).optional(),
  inputs: z.record(z.string(), z.unknown()).optional(),
  outputAnchors: z.array(flowOutput).optional(),
  outputs: z.record(z.string(), z.unknown()).optional(),
  /** Reference to a stored credential, never the values. */
  credential: z.string().optional(),
  settings: nodeSettings.optional(),
});
export type FlowNodeData = z.output<typeof flowNodeData>;

const coordinate = z.number();

/** A pinned output: the canvas's own runs use it instead of running the node; callers never get it. */
const pinnedOutput = z.strictObject({
  /** Values by output name, from the run's events. */
  outputs: z.record(z.string(), z.unknown()),
  /** When it was pinned, in ms since 1970. */
  at: z.number(),
});
export type PinnedOutput = z.output<typeof pinnedOutput>;

const flowNode = z.looseObject({
  id: z.string().min(1).max(128),
  type: z.string().optional(),
  position: z.looseObject({ x: coordinate, y: coordinate }),
  data: flowNodeData,
  /** Excluded from every run: a step of a pipeline passes its input on, any other node is ignored. */
  isDisabled: z.boolean().optional(),
  pinned: pinnedOutput.optional(),
});
export type FlowNode = z.output<typeof flowNode>;

/** Four fields are required; `id` and `type` are written too. */
export const flowEdge = z.looseObject({
  source: z.string(),
  target: z.string(),
  sourceHandle: z.string(),
  targetHandle: z.string(),
  id: z.string().optional(),
  type: z.string().optional(),
});
export type FlowEdge = z.output<typeof flowEdge>;

/** Nodes that are drawn in one frame and move together; runs ignore it. */
const flowGroup = z.looseObject({
  id: z.string().min(1).max(128),
  label: z.string().max(200),
  nodeIds: z.array(z.string()).max(20_000),
});
export type FlowGroup = z.output<typeof flowGroup>;

/** A flow as Flowise stores it in `flowData`; `groups`, `isDisabled` and `pinned` are ours. */
export const flowData = asGiven(
  z.looseObject({
    nodes: z.array(flowNode).max(20_000),
    edges: z.array(flowEdge).max(100_000),
    groups: z.array(flowGroup).max(5_000).optional(),
    viewport: z.looseObject({ x: z.number(), y: z.number(), zoom: z.number() }).optional(),
  }),
);
export type FlowData = z.output<typeof flowData>;

export const emptyFlow: FlowData = { nodes: [], edges: [] };

/** `CHATFLOW` is a flow; `MULTIAGENT` a pipeline; `AGENTFLOW` one of Agentflow V2. */
export const flowType = z.enum(['CHATFLOW', 'MULTIAGENT', 'AGENTFLOW']);
export type FlowType = z.output<typeof flowType>;

/** Whether people call it a pipeline: either of the two kinds. */
export function isPipelineType(type: string): boolean {
  return type === 'MULTIAGENT' || type === 'AGENTFLOW';
}

/** Beside those that people draw: the hidden flow behind a custom assistant. */
export const storedFlowType = z.enum([...flowType.options, 'ASSISTANT']);

/** Id of an edge. */
export function edgeId(edge: Pick<FlowEdge, 'source' | 'sourceHandle' | 'target' | 'targetHandle'>): string {
  return `${edge.source}-${edge.sourceHandle}-${edge.target}-${edge.targetHandle}`;
}
