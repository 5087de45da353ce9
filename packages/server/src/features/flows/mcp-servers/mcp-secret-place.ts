import type { McpServerTable } from '../../../platform/db/schema.ts';
import type { SealedPlace } from '../../../platform/secrets/sealed-place.ts';

/** Where the secret of an MCP server is stored. */
export function mcpSecretPlace({
  workspaceId,
  id,
  name,
}: Pick<McpServerTable, 'workspaceId' | 'id' | 'name'>): SealedPlace {
  return {
    workspaceId,
    column: 'mcp_server.sealedSecret',
    key: id,
    label: `The secret of the MCP server “${name}”`,
    remedy: 'Enter it again in the settings of the server.',
  };
}
