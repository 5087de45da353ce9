// What other features and the composition may use of this one.
export { openapiRoutes } from './openapi.routes.ts';
