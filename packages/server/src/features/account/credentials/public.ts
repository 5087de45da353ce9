// What other features and the composition may use of this one.
export { connectionRoutes } from './connections.routes.ts';
export { createConnections } from './connections.ts';
export { createCredentialUses } from './credential-uses.ts';
export { credentialRoutes } from './credentials.routes.ts';
export { createCredentialService } from './credentials.ts';
