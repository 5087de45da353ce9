import type { Pause } from './checkpoint.ts';
import type { FlowPlan, RunScope } from './flow-plan.ts';
import { firstRound, type Round, type RoundCount } from './loop-rounds.ts';
import type { RunState } from './node-context.ts';

type Outputs = Record<string, unknown>;

/** The progress of a run, or of one round of the steps inside a step. */
export interface Progress {
  outputs: Map<string, Outputs | undefined>;
  round: Round;
  /** Members of the round that have settled. */
  settled: Set<string>;
  count: RoundCount;
  /** Open questions to persons; a run with pauses waits. */
  pauses: Pause[];
}

/** Everything about one frame in progress: the run itself, or a round of a step's body. */
export interface Running {
  plan: FlowPlan;
  scope: RunScope;
  state: RunState;
  progress: Progress;
  pending: Map<string, Promise<void>>;
  /** Nodes that wait for a person, and their successors. */
  blocked: Set<string>;
  /** The state that the frame has ended with. */
  final?: unknown;
}

/** A frame before its first node starts. */
export function startRunning(
  plan: FlowPlan,
  scope: RunScope,
  state: RunState,
  outputs: Progress['outputs'],
): Running {
  const progress: Progress = {
    outputs,
    round: firstRound(scope),
    settled: new Set(),
    count: { targets: new Map(), total: 0 },
    pauses: [],
  };
  return { plan, scope, state, progress, pending: new Map(), blocked: new Set() };
}
