import type { FlowData } from '@tendril/contract/flow/flow';
import type { NodeCatalogue } from '@tendril/contract/node/define-node';
import type { FlowPlan } from '../flow-plan.ts';

/** One way to draw a flow. All of them become plans, and the executor runs a plan without knowing how it was drawn. */
export interface Dialect {
  name: string;
  /** Whether the drawing is of this dialect. */
  reads(flow: FlowData): boolean;
  compile(flow: FlowData, catalogue: NodeCatalogue): Promise<FlowPlan>;
}
