import type { AnyNode } from '@tendril/contract/node/define-node';
import type { Param } from '@tendril/contract/node/param';
import type { ValueCache } from './value-cache.ts';

/** Something that would make a run fail, found before it starts. */
export interface FlowProblem {
  code:
    | 'UNKNOWN_NODE'
    | 'NO_ENDING'
    | 'CYCLE'
    | 'REQUIRED'
    | 'INVALID_VALUE'
    | 'CREDENTIAL_MISSING'
    | 'SEVERAL_ENDINGS'
    | 'DANGLING_EDGE';
  message: string;
  nodeId?: string;
  /** A warning does not stop a run. */
  isWarning?: boolean;
}

/** An output of an earlier node. */
export interface Source {
  nodeId: string;
  output: string;
}

/** An input fed by edges. */
export interface PlannedAnchor {
  kind: 'anchor';
  name: string;
  sources: Source[];
  isList: boolean;
}

/** An input with a value of its own; `sources` are the outputs its references stand for. */
export interface PlannedParam {
  kind: 'param';
  name: string;
  /** How the value is read; of a parameter with tabs, that of the open tab. */
  param: Param;
  /** The open tab, of a parameter with tabs. */
  tab?: string;
  raw: unknown;
  sources: Source[];
  /** Set when the value holds no reference: read once, at compile time. */
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
}

/** A flow version made ready to run: typed, checked, and holder of the values that runs share. */
export interface FlowPlan {
  nodes: ReadonlyMap<string, PlannedNode>;
  /** Every node that an ending needs, sources before those they feed; the endings themselves are not in it. */
  order: readonly string[];
  /** Nodes that may answer, in flowData's order; the last one alive does. */
  endings: readonly string[];
  problems: readonly FlowProblem[];
  /** Fixed session id of the memory node. */
  fixedSessionId?: string;
  /** Label of the memory node: clients of Flowise get it as `memoryType`. */
  memoryType?: string;
  canStream: boolean;
  isDemo: boolean;
  isPipeline: boolean;
  /** Distinct node names in order of appearance. */
  nodeNames: readonly string[];
  values: ValueCache;
}
