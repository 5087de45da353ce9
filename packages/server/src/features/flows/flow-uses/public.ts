// What other features and the composition may use of this one.
export { createFlowUses, type FlowUses } from './flow-uses.ts';
export { createUsesBy } from './uses-by.ts';
