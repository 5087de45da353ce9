// What other features and the composition may use of this one.
export { variableRoutes } from './variables.routes.ts';
export { createVariableService } from './variables.ts';
