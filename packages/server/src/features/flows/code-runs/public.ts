// What other features and the composition may use of this one.
export { codeRunRoutes } from './code-runs.routes.ts';
export { createCodeRunService } from './code-runs.ts';
