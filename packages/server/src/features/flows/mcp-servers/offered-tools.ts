import type { McpTool } from '@tendril/contract/api/mcp-servers';
import { AppError } from '@tendril/contract/app-error';
import type { StoredMcpTool } from '@tendril/contract/node/run-context';
import { plainSchema } from './plain-schema.ts';

const maxTools = 200;
const maxNameCharacters = 256;
const maxDescriptionCharacters = 4000;
const maxSchemaCharacters = 60_000;

/**
 * A tool of a server as its row stores it: as it was when somebody reviewed it, not as the server describes it later.
 */
interface KeptTool extends StoredMcpTool {
  isOn: boolean;
  isChanged: boolean;
}

/** A tool as a server describes it. */
export interface ListedTool {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  inputSchema?: unknown;
}

/** Merges the tools that a server offers now with those enabled before. New tools are off; changed ones are marked. */
export function joinTools(listed: readonly ListedTool[], before: readonly KeptTool[]): KeptTool[] {
  const known = new Map(before.map((tool) => [tool.name, tool]));
  const seen = new Set<string>();
  return listed.slice(0, maxTools).flatMap(({ name, title, description, inputSchema }) => {
    if (!name || name.length > maxNameCharacters || seen.has(name)) return [];
    seen.add(name);
    const shown = (description || title || name).slice(0, maxDescriptionCharacters);
    const schema = plainSchema(inputSchema);
    const tool: StoredMcpTool = {
      name,
      description: shown,
      inputSchema:
        JSON.stringify(schema).length > maxSchemaCharacters ? { type: 'object', properties: {} } : schema,
    };
    const old = known.get(name);
    const isChanged = old?.isOn === true && (old.isChanged || !isSame(old, tool));
    return [{ ...tool, isOn: old?.isOn ?? false, isChanged }];
  });
}

/** The tools that a row stores. */
export function toolsOf(row: { tools: string }): KeptTool[] {
  return JSON.parse(row.tools) as KeptTool[];
}

/** Enables or disables tools by name. Throws INVALID_INPUT for one that the server does not offer. */
export function turnTools(tools: readonly KeptTool[], names: readonly string[], isOn: boolean): KeptTool[] {
  const wanted = new Set(names);
  const lost = names.find((name) => !tools.some((tool) => tool.name === name));
  if (lost === undefined)
    return tools.map((tool) => (wanted.has(tool.name) ? { ...tool, isOn, isChanged: false } : tool));
  const message = `the server offers no tool "${lost}"`;
  throw new AppError('INVALID_INPUT', `names: ${message}`, { details: [{ path: 'names', message }] });
}

/** What the list shows of a tool. */
export function toMcpTool({ name, description, isOn, isChanged, inputSchema }: KeptTool): McpTool {
  const properties = Object.keys((inputSchema['properties'] as object | undefined) ?? {});
  const required = new Set((inputSchema['required'] as string[] | undefined) ?? []);
  const inputs = properties.map((property) => ({ name: property, isRequired: required.has(property) }));
  return { name, description, isOn, isChanged, inputs };
}

function isSame(old: StoredMcpTool, tool: StoredMcpTool): boolean {
  return (
    old.description === tool.description &&
    JSON.stringify(old.inputSchema) === JSON.stringify(tool.inputSchema)
  );
}
