// What other features and the composition may use of this one.
export { mcpServerRoutes } from './mcp-servers.routes.ts';
export { createMcpServerService, type McpServerService } from './mcp-servers.ts';
