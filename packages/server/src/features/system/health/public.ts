// What other features and the composition may use of this one.
export { healthRoutes } from './health.routes.ts';
