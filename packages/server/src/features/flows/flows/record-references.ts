import type { ImportNeed } from '@tendril/contract/api/import-finding';

/** Records that nodes of flows choose by id. */
export interface KnownRecords {
  tool: ReadonlySet<string>;
  knowledgeBase: ReadonlySet<string>;
  flow: ReadonlySet<string>;
  assistant: ReadonlySet<string>;
  server: ReadonlySet<string>;
  /** Names. */
  variable: ReadonlySet<string>;
}

type ReferredKind = Exclude<keyof KnownRecords, 'variable'>;

/** Parameters that hold the id of a record, wherever in a node's values they stand. */
const kinds: Readonly<Record<string, ReferredKind>> = {
  selectedTool: 'tool',
  selectedStore: 'knowledgeBase',
  documentStore: 'knowledgeBase',
  executeFlowSelectedFlow: 'flow',
  selectedFlow: 'flow',
  selectedAgentflow: 'flow',
  selectedChatflow: 'flow',
  selectedAssistant: 'assistant',
  mcpServer: 'server',
  mcpServerId: 'server',
};

const words: Readonly<Record<ReferredKind, string>> = {
  tool: 'custom tool',
  knowledgeBase: 'knowledge base',
  flow: 'flow',
  assistant: 'assistant',
  server: 'MCP server',
};

/** A record that a node chooses by id. */
interface RecordReference {
  kind: Extract<ImportNeed, ReferredKind>;
  id: string;
  /** The parameter that holds it. */
  input: string;
  /** What it is, in words. */
  what: string;
}

const mostDepth = 12;

/** The records that the values of a node choose. */
export function recordReferences(inputs: unknown): RecordReference[] {
  const found: RecordReference[] = [];
  const look = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > mostDepth) return;
    for (const [key, inner] of Object.entries(value)) {
      const kind = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
      if (kind === undefined || typeof inner !== 'string' || inner === '' || inner.startsWith('{{'))
        look(inner, depth + 1);
      else {
        const { id, name } = chosen(inner);
        found.push({ kind, id, input: key, what: name ? `${words[kind]} “${name}”` : words[kind] });
      }
    }
  };
  look(inputs, 0);
  return found;
}

/** Agent flows note a knowledge base as "id:name". */
function chosen(value: string): { id: string; name: string } {
  const colon = value.indexOf(':');
  return colon < 0
    ? { id: value, name: '' }
    : { id: value.slice(0, colon), name: value.slice(colon + 1, colon + 101) };
}

const variableUse = /\$vars(?:\.|\[\s*['"])([A-Za-z_][A-Za-z0-9_]*)/g;

/** Names of the variables that the texts of a node read and that are not here. */
export function missingVariables(inputs: unknown, known: ReadonlySet<string>): string[] {
  const text = JSON.stringify(inputs) ?? '';
  if (!text.includes('$vars')) return [];
  const names = [...text.matchAll(variableUse)].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !known.has(name));
}
