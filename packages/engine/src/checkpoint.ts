import { AppError } from '@tendril/contract/app-error';
import type { PauseRequest } from '@tendril/contract/node/run-context';
import type { AgentFlowTrigger } from '@tendril/contract/provider/agent-flow';
import type { FlowPlan, RunScope } from './flow-plan.ts';
import type { PausePlace } from './run-paused.ts';
import type { StoredState } from './stored-outputs.ts';

/** A pause that is still undecided. */
export interface Pause {
  nodeId: string;
  request: PauseRequest;
  /** The step that asks, where it is inside the node. */
  at?: PausePlace;
}

type Outputs = Record<string, unknown>;

/** How far one frame has come: the run itself, or a round of a step's body. */
export interface FrameCheckpoint {
  /** Outputs by node; null for a branch not taken. Those that are not plain values are left out and created again. */
  outputs: [string, Outputs | null][];
  /** Members of the round that need not run again. */
  settled: string[];
  /** Without a number it is the first. */
  round: { members: string[]; entries: [string, unknown[]][]; number?: number };
  count: { targets: [string, number][]; total: number };
  visits: [string, number][];
}

/** A run as plain JSON: what has settled, the current round, what is asked, and what it was started with. */
export interface Checkpoint extends FrameCheckpoint {
  version: 1;
  /** The first run's id, in the idempotency keys of all that go on with it. */
  keyRunId?: string;
  question: string;
  scope: RunScope;
  /** The state of the step added last. */
  last?: StoredState;
  /** Frames inside steps that have not settled. */
  frames?: [string, FrameCheckpoint][];
  pauses: Pause[];
  runVariables: [string, unknown][];
  /** What came with the question. */
  history: { role: 'user' | 'assistant'; content: string }[];
  fileAttachment: string;
  overrides: Record<string, unknown>;
  trigger?: AgentFlowTrigger;
  sessionState?: Record<string, unknown>;
  /** Variables overridden for this run; the server adds them. */
  overrideVariables?: Record<string, string>;
}

/** One settled step as plain JSON: all that a durable run has to store of it. */
export interface SettledStep {
  nodeId: string;
  frame: string;
  /** The round of the frame's loops, from 0. */
  round: number;
  /** null for a branch not taken; absent when they cannot be stored, and are made again. */
  outputs?: Outputs | null;
  /** The step whose state this one's is stored as changes of: the one stored before it. */
  after?: { nodeId: string; frame: string };
  /** How often the node has run in its frame. */
  visits: number;
  /** Run variables set since the step before. */
  variables?: [string, unknown][];
}

/** Ids of the nodes that stored states refer to: their outputs have to be created before the run resumes. */
export function neededBy(frame: FrameCheckpoint, { states }: FlowPlan): string[] {
  const values = [
    ...frame.outputs.flatMap(([, outputs]) => Object.values(outputs ?? {})),
    ...frame.round.entries.flatMap(([, list]) => list),
  ];
  return [...new Set(values.flatMap((value) => states.neededBy(value)))];
}

/** Refuses to resume in a flow that lost what the run depends on. Throws CONFLICT. */
export function requireFitting(checkpoint: Checkpoint, plan: FlowPlan): void {
  const needed = [...checkpoint.pauses.map((pause) => pause.nodeId), ...neededBy(checkpoint, plan)];
  if (checkpoint.version === 1 && needed.every((id) => plan.nodes.has(id))) return;
  throw new AppError(
    'CONFLICT',
    'The flow has changed since it asked for a decision. Ask your question again.',
  );
}
