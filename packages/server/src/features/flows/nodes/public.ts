// What other features and the composition may use of this one.
export { nodeRoutes } from './nodes.routes.ts';
export { createNodeService, type NodeService, type NodeSource } from './nodes.ts';
