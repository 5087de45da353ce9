import { isAgentFlowNode } from '@tendril/contract/flow/agent-flow-node';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { Dialect } from './dialect.ts';

/** Agent flows (Agentflow V2): their edges join steps, and carry one state. */
export const agentFlow: Dialect = {
  name: 'agent flow',
  reads: ({ nodes }: FlowData) =>
    nodes.some(({ data }) => isAgentFlowNode(data) && data.type !== 'StickyNote'),
  compile: async (flow, catalogue) =>
    (await import('./agentflow/compile-agent-flow.ts')).compileAgentFlow(flow, catalogue),
};
