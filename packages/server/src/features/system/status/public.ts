// What other features and the composition may use of this one.
export { systemRoutes } from './system.routes.ts';
