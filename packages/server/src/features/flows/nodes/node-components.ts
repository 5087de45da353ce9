import type { AnyNode } from '@tendril/contract/node/define-node';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { Param } from '@tendril/contract/node/param';

/** Categories of the nodes that can stand inside another one, by the method that lists them. */
const componentCategories: Readonly<Record<string, readonly string[]>> = {
  listModels: ['Chat Models'],
  listTools: ['Tools', 'Tools (MCP)'],
  listVectorStores: ['Vector Stores'],
  listEmbeddings: ['Embeddings'],
};

const choosesComponent = (param: Param, loadMethod: string): boolean =>
  (param.loadConfig === true && param.loadMethod === loadMethod) ||
  (param.fields ?? []).some((field) => choosesComponent(field.param, loadMethod));

/** Whether a list of options of a node is one of other nodes, each of which brings its own form. */
export function offersComponents(inputs: AnyNode['inputs'], loadMethod: string): boolean {
  if (!Object.hasOwn(componentCategories, loadMethod)) return false;
  return Object.values(inputs).some((input) => input.kind === 'param' && choosesComponent(input, loadMethod));
}

/** The nodes that can be chosen there. */
export function listComponents(templates: readonly NodeTemplate[], loadMethod: string) {
  const categories = componentCategories[loadMethod] ?? [];
  return templates
    .filter(({ category }) => categories.includes(category))
    .map(({ name, label, description }) => ({ name, label, description }));
}
