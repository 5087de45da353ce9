// What other features and the composition may use of this one.
export { erasureRoutes } from './erasures.routes.ts';
export { createErasureService } from './erasures.ts';
