// What other features and the composition may use of this one.
export { searchRoutes } from './search.routes.ts';
