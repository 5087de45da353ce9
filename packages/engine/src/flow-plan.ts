import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import type { AnyNode } from '@tendril/contract/node/define-node';
import type { Param } from '@tendril/contract/node/param';
import type { ValueCache } from './value-cache.ts';
import type { PromptVariable } from './variables-in-prompts.ts';

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

export interface PlannedNode {
  id: string;
  name: string;
  label: string;
  definition: AnyNode;
  inputs: PlannedInput[];
  /** Every node that has to settle first, once each. */
  dependencies: string[];
  output: string;
  credentialId?: string;
  /** A disabled step: it passes on its input. */
  isPassing?: boolean;
  /** Pinned outputs, for the canvas's own runs. */
  pinned?: Readonly<Record<string, unknown>>;
  /** The outputs as drawn, for a node whose outputs its values define. */
  outputOptions?: readonly { name: string; label: string }[];
  /** Its message is the answer: only an End follows. */
  isLastStep?: boolean;
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
  /** Step a loop goes back to, by the loop's id. */
  loops: ReadonlyMap<string, string>;
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
  /** A step may stop the run and ask a person. */
  canWait: boolean;
  /** Variables of the workspace that prompts refer to; a secret one among them is refused. */
  promptVariables: readonly PromptVariable[];
  /** Distinct node names in order of appearance. */
  nodeNames: readonly string[];
  values: ValueCache;
}
