// What other features and the composition may use of this one.
export { mcpRoutes } from './mcp.routes.ts';
export { createMcpService } from './mcp.ts';
