/** Names and ids that a text refers to. */
export interface Named {
  variables: ReadonlySet<string>;
  tools: ReadonlySet<string>;
  mcpServers: ReadonlySet<string>;
  credentials: ReadonlySet<string>;
}

const dotted = /\$vars\s*\??\.\s*([A-Za-z_]\w*)/g;
const indexed = /\$vars\s*(?:\?\.)?\[\s*\\{0,7}["'`]([A-Za-z_]\w*)\\{0,7}["'`]\s*\]/g;
const tool = /"selectedTool"\s*:\s*"([A-Za-z0-9_-]{1,64})"/g;
// Also in JSON inside JSON, where quotes are escaped.
const credential =
  /"(?:credential|credentialId|FLOWISE_CREDENTIAL_ID)\\*"\s*:\s*\\*"([A-Za-z0-9_-]{1,64})\\*"/g;
const mcpServer = /"mcpServer"\s*:\s*"([A-Za-z0-9_-]{1,64})"/g;

/**
 * What flow data, code and settings refer to: `$vars.name` and `$vars["name"]`, chosen tools, MCP servers and
 * credentials.
 */
export function findNamed(texts: readonly string[]): Named {
  const all = (pattern: RegExp) =>
    texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''));
  return {
    variables: new Set([...all(dotted), ...all(indexed)]),
    tools: new Set(all(tool)),
    mcpServers: new Set(all(mcpServer)),
    credentials: new Set(all(credential)),
  };
}
