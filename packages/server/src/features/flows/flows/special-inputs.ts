import type { FlowNode } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';

/** Inputs whose value is not stored in flow data: passwords are sealed, files go to the file store. */
type SpecialKind = 'password' | 'file';

interface Declared {
  name: string;
  type: string;
  tabs?: readonly Declared[] | undefined;
}

/**
 * Names of a node's password, file and folder inputs. The catalogue decides; what the file itself declares counts too,
 * so that a node this installation does not know cannot keep a password in the open.
 */
export function specialInputs(node: FlowNode, template: NodeTemplate | undefined): Map<string, SpecialKind> {
  const found = new Map<string, SpecialKind>();
  const look = (declared: readonly Declared[]) => {
    for (const { name, type, tabs } of declared) {
      if (type === 'password' || type === 'file') found.set(name, type);
      // A folder is its files.
      if (type === 'folder') found.set(name, 'file');
      if (Array.isArray(tabs)) look(tabs);
    }
  };
  look((node.data.inputParams ?? []) as readonly Declared[]);
  look((template?.inputs ?? []) as readonly Declared[]);
  return found;
}
