// What other features and the composition may use of this one.
export { agentFlowAction } from './agent-flow-action.ts';
export { ExecutedNodes, type Predecessors } from './executed-nodes.ts';
export { executionRoutes } from './executions.routes.ts';
export { createExecutionService } from './executions.ts';
export { isHiddenPart } from './is-hidden-part.ts';
