// What other features and the composition may use of this one.
export { alertStore } from './alerts.store.ts';
export { systemRoutes } from './system.routes.ts';
