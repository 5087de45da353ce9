// What other features and the composition may use of this one.
export { leadRoutes } from './leads.routes.ts';
export { createLeadService } from './leads.ts';
