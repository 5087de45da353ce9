// What other features and the composition may use of this one.
export { apiKeyRoutes } from './api-keys.routes.ts';
export { createApiKeyService } from './api-keys.ts';
