import type { FlowData, FlowNode, FlowNodeData } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';

interface Declared {
  name: string;
  type: string;
  tabs?: readonly Declared[] | undefined;
}

/** Keys that hold the id of a stored secret, at whatever depth of a node's values. */
const credentialKeys = new Set(['credential', 'FLOWISE_CREDENTIAL_ID']);

/** A value that only names a variable is no secret itself. */
const variableOnly = /^\{\{\s*\$vars\.\w+\s*\}\}$/;

/** Names of a node's password inputs, by its own declaration and by the catalogue's. */
function passwordInputs(data: FlowNodeData, template: NodeTemplate | undefined): string[] {
  const namesOf = (declared: readonly Declared[]): string[] =>
    declared.flatMap(({ name, type, tabs }) => [
      ...(type === 'password' ? [name] : []),
      ...(Array.isArray(tabs) ? namesOf(tabs) : []),
    ]);
  return [
    ...namesOf((data.inputParams ?? []) as readonly Declared[]),
    ...namesOf((template?.inputs ?? []) as readonly Declared[]),
  ];
}

/** A node's values with every password empty: a mask or a typed secret must not travel, and a copy shows that it lacks one. */
export function withoutPasswords(data: FlowNodeData, template?: NodeTemplate): FlowNodeData {
  const { inputs } = data;
  if (!inputs) return data;
  const held = passwordInputs(data, template).filter((name) => {
    const value = inputs[name];
    return value !== undefined && value !== '' && !(typeof value === 'string' && variableOnly.test(value));
  });
  if (held.length === 0) return data;
  return { ...data, inputs: { ...inputs, ...Object.fromEntries(held.map((name) => [name, ''])) } };
}

function withoutCredentials<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutCredentials) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, held]) => [
    key,
    credentialKeys.has(key) && typeof held === 'string' ? '' : withoutCredentials(held),
  ]);
  return Object.fromEntries(entries) as T;
}

function cleanNode(node: FlowNode, isOwn: boolean, templates: Templates | undefined): FlowNode {
  const data = withoutPasswords(node.data, templates?.get(node.data.name));
  if (isOwn) return { ...node, data };
  const { credential, inputs } = data;
  return {
    ...node,
    data: {
      ...data,
      ...(inputs && { inputs: withoutCredentials(inputs) }),
      ...(credential !== undefined && { credential: '' }),
    },
  };
}

type Templates = ReadonlyMap<string, NodeTemplate>;

/**
 * A flow as it may go from one canvas to another: without passwords and, unless it was copied in this app, without
 * the ids of stored secrets, which mean nothing or something else elsewhere. Files that are written into it stay.
 */
export function withoutSecrets(flow: FlowData, isOwn: boolean, templates?: Templates): FlowData {
  return { ...flow, nodes: flow.nodes.map((node) => cleanNode(node, isOwn, templates)) };
}
