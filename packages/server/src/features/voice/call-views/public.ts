// What other features and the composition may use of this one.
export { callViewRoutes } from './call-views.routes.ts';
export { createCallViews } from './call-views.ts';
