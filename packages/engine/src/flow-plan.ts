import type { NodeSettings } from '@tendril/contract/flow/flow';
import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import type { AnyNode } from '@tendril/contract/node/define-node';
import type { Param } from '@tendril/contract/node/param';
import type { EdgeStates } from './edge-states.ts';
import type { LoopEntry, SettledOutputs } from './given-values.ts';
import type { RunRequest } from './run-request.ts';
import type { ValueCache } from './value-cache.ts';

/** A variable that a prompt refers to, and the problem with that if the variable is secret. */
export interface PromptVariable {
  variable: string;
  problem: FlowProblem;
}

/** An output of an earlier node. */
export interface Source {
  nodeId: string;
  output: string;
}

/** An input fed by edges. */
interface PlannedAnchor {
  kind: 'anchor';
  name: string;
  sources: Source[];
  isList: boolean;
  /** Only an upsert reads it; empty in every other run. */
  isForUpsert?: true;
}

/** An input with a value of its own; `sources` are the outputs that its references resolve to. */
export interface PlannedParam {
  kind: 'param';
  name: string;
  /** How the value is parsed; for a parameter with tabs, that of the open tab. */
  param: Param;
  /** The open tab, of a parameter with tabs. */
  tab?: string;
  raw: unknown;
  sources: Source[];
  /** Set when the value contains no reference: parsed once, at compile time. */
  fixed?: { value: unknown };
}

export type PlannedInput = PlannedAnchor | PlannedParam;

/** The input values of a node that runs. */
export interface ReadInputs {
  values: Record<string, unknown>;
  /** What the values depend on, as a list: the key of a shared value. */
  key: unknown[];
}

/** Reads a node's inputs when it runs: each dialect has references of its own. */
type InputReader = (
  node: PlannedNode,
  request: RunRequest,
  settled: SettledOutputs,
  entry?: LoopEntry,
) => ReadInputs | Promise<ReadInputs>;

/** Why a step failed. */
export interface StepFailure {
  code: string;
  message: string;
}

export interface PlannedNode {
  id: string;
  name: string;
  label: string;
  definition: AnyNode;
  inputs: PlannedInput[];
  /** Every node that has to settle first, once each. */
  dependencies: string[];
  output: string;
  /** The anchor that takes what a loop comes back with. */
  entry?: string;
  read: InputReader;
  credentialId?: string;
  settings?: NodeSettings;
  /** A disabled step: it passes on its input. */
  isPassing?: boolean;
  /** Its outputs when it has failed and the run goes on all the same. */
  failed?(values: Record<string, unknown>, failure: StepFailure): Record<string, unknown>;
  /** The steps inside it, run as often as it asks for. */
  body?: FlowPlan;
  /** Pinned outputs, for the canvas's own runs. */
  pinned?: Readonly<Record<string, unknown>>;
  /** The outputs as drawn, for a node whose outputs its values define. */
  outputOptions?: readonly { name: string; label: string }[];
  /** Its message is the answer: only an End follows. */
  isLastStep?: boolean;
}

/** A loop and where it goes back to. */
export interface PlannedLoop {
  /** The step, or the several that follow a Start, then whatever is created again for it in each round. */
  targetIds: readonly [string, ...string[]];
  /** How often the step runs at most; without it the loop itself sees to its end. */
  limit?: number;
}

/** The part of a flow that one run settles. */
export interface RunScope {
  /** Nodes to settle, sources before those they feed; the endings are not among them. */
  members: readonly string[];
  /** Nodes that are run only when a loop comes back to them. */
  later?: readonly string[];
  /** Nodes that may answer, in flowData's order; the last one alive does. */
  endings: readonly string[];
  /** For a run of a part: the node that the run is about; its output is the answer when no ending is. */
  target?: string;
  /** The run is over as soon as the target has an output. */
  endsAtTarget?: boolean;
}

/** A flow version ready to run: typed, checked, and with the values that runs share. */
export interface FlowPlan {
  nodes: ReadonlyMap<string, PlannedNode>;
  /** Every node that a whole run settles, sources before those they feed; the endings themselves are not in it. */
  order: readonly string[];
  /** Nodes that may answer, in flowData's order; the last one alive does. */
  endings: readonly string[];
  /** The targets of a whole run: the endings, loops, and steps without a successor. */
  roots: readonly string[];
  /** By the loop's id. */
  loops: ReadonlyMap<string, PlannedLoop>;
  /** The steps that get the input of a plan that is run inside a step. */
  entries?: readonly string[];
  states: EdgeStates;
  problems: readonly FlowProblem[];
  /** The problems of single nodes as they would be if a run needed the node. */
  nodeProblems: ReadonlyMap<string, readonly FlowProblem[]>;
  /** Fixed session id of the memory node. */
  fixedSessionId?: string;
  /** Label of the memory node: clients of Flowise get it as `memoryType`. */
  memoryType?: string;
  canStream: boolean;
  isDemo: boolean;
  isPipeline: boolean;
  /** A session's later turns begin with the state that its last one ended with. */
  keepsSessionState?: boolean;
  /** A step may stop the run and ask a person. */
  canWait: boolean;
  /** Variables of the workspace that prompts refer to; a secret one among them is refused. */
  promptVariables: readonly PromptVariable[];
  /** Distinct node names in order of appearance. */
  nodeNames: readonly string[];
  values: ValueCache;
}
