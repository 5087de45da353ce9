interface McpRequest {
  url: string;
  name: string;
  apiKey: string;
}

/** The configuration entry for MCP clients. */
export function mcpSample({ url, name, apiKey }: McpRequest): string {
  const stem = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
  const server = { type: 'http', url, headers: { Authorization: `Bearer ${apiKey}` } };
  return JSON.stringify({ mcpServers: { [stem || 'flow']: server } }, null, 2);
}
