// What other features and the composition may use of this one.
export { ExecutedNodes } from './executed-nodes.ts';
export { executionRoutes } from './executions.routes.ts';
export { createExecutionService } from './executions.ts';
export { predecessorsOf } from './predecessors-of.ts';
