import type { FlowNodeData } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';

export type FindTemplate = (name: string) => Promise<NodeTemplate | undefined>;

interface Declared {
  name: string;
  type: string;
  tabs?: readonly Declared[] | undefined;
}

/** Parameters whose values are never exported. */
const homeTypes = new Set(['password', 'file', 'folder']);
const credentialKey = 'FLOWISE_CREDENTIAL_ID';

/** Parameters of a node whose values are never exported: those declared by the catalogue and by the node itself. */
export function homeNames(data: Pick<FlowNodeData, 'inputParams'>, template?: NodeTemplate): Set<string> {
  const found = new Set<string>();
  const look = (declared: readonly Declared[]) => {
    for (const { name, type, tabs } of declared) {
      if (homeTypes.has(type)) found.add(name);
      if (Array.isArray(tabs)) look(tabs);
    }
  };
  if (Array.isArray(data.inputParams)) look(data.inputParams as readonly Declared[]);
  look((template?.inputs ?? []) as readonly Declared[]);
  return found;
}

/** Values of a node for export: references to stored credentials are left out wherever they occur. */
export function travelling(
  inputs: Record<string, unknown>,
  home: ReadonlySet<string>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(inputs).flatMap(([name, value]) =>
      home.has(name) || name === credentialKey ? [] : [[name, withoutCredentials(value)]],
    ),
  );
}

function withoutCredentials(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCredentials);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      name === credentialKey ? [] : [[name, withoutCredentials(inner)]],
    ),
  );
}
