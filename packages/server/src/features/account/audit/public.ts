// What other features and the composition may use of this one.
export { auditRoutes } from './audit.routes.ts';
export { createAuditService } from './audit.ts';
