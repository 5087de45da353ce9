// What other features and the composition may use of this one.
export { limitRoutes } from './limits.routes.ts';
export { createLimitService } from './limits.ts';
export { measureStored } from './measure-stored.ts';
