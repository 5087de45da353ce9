import type { FlowData } from '@tendril/contract/flow/flow';
import type { NodeCatalogue } from '@tendril/contract/node/define-node';
import { agentFlow } from './dialects/agentflow.ts';
import { multiAgent } from './dialects/multi-agent.ts';
import { wired } from './dialects/wired.ts';
import type { FlowPlan } from './flow-plan.ts';

/** The first that reads a drawing compiles it. */
const dialects = [agentFlow, multiAgent, wired];

/**
 * Compiles a flow into a plan: definitions looked up, edges and references resolved, fixed values parsed, problems
 * named. Done once per flow version; `runFlow` refuses a plan with problems other than warnings.
 */
export function compileFlow(flow: FlowData, catalogue: NodeCatalogue): Promise<FlowPlan> {
  const dialect = dialects.find((one) => one.reads(flow)) ?? wired;
  return dialect.compile(flow, catalogue);
}
