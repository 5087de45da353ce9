import type { FlowData, FlowNode, FlowNodeData, FlowType } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';

interface Declared {
  name: string;
  type: string;
  tabs?: readonly Declared[] | undefined;
}

/** What a node keeps in a file that travels; above all no reference to a stored secret. */
const keptKeys = [
  'id',
  'label',
  'version',
  'name',
  'type',
  'baseClasses',
  'hideOutput',
  'tags',
  'category',
  'description',
  'inputParams',
  'inputAnchors',
  'inputs',
  'outputAnchors',
  'outputs',
] as const;

/** Values that stay at home: secrets, and files that are stored here. */
const homeTypes = new Set(['password', 'file', 'folder']);
const credentialKey = 'FLOWISE_CREDENTIAL_ID';

function homeNames(declared: readonly Declared[] = []): string[] {
  return declared.flatMap(({ name, type, tabs }) => [
    ...(homeTypes.has(type) ? [name] : []),
    ...homeNames(tabs),
  ]);
}

/** References to stored secrets mean nothing elsewhere, however deep they stand. */
function withoutCredentials(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCredentials);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => name !== credentialKey);
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutCredentials(inner)]));
}

function exportedData(data: FlowNodeData, template: NodeTemplate | undefined): FlowNodeData {
  const home = new Set([
    credentialKey,
    ...homeNames(data.inputParams as readonly Declared[] | undefined),
    ...homeNames(template?.inputs as readonly Declared[] | undefined),
  ]);
  const travelling = Object.entries(data.inputs ?? {}).filter(([name]) => !home.has(name));
  const inputs = Object.fromEntries(travelling.map(([name, value]) => [name, withoutCredentials(value)]));
  const kept = Object.fromEntries(
    keptKeys.flatMap((key) =>
      data[key] === undefined ? [] : [[key, key === 'inputs' ? inputs : data[key]]],
    ),
  );
  return { ...(kept as FlowNodeData), selected: false };
}

/** A flow as a file for elsewhere: no secret, no file, nothing selected and nothing pinned. */
export function exportedFlow(flow: FlowData, templates: ReadonlyMap<string, NodeTemplate>): FlowData {
  const nodes = flow.nodes.map(({ pinned: _pinned, ...node }): FlowNode => {
    return { ...node, data: exportedData(node.data, templates.get(node.data.name)), selected: false };
  });
  return { ...flow, nodes };
}

/** Name of the file of one flow. */
export function exportName(name: string, kind: FlowType): string {
  // What a file system would not take is left out; it may add an ending of its own.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
  const safe = name.replace(/[\u0000-\u001f<>:"/\\|?*]/g, ' ').trim();
  return `${safe} ${kind === 'CHATFLOW' ? 'Chatflow' : 'Agents'}.json`;
}
