import { builtInVectorStore } from '@tendril/contract/api/document-store-vectors';
import type { AnyNode } from '@tendril/contract/node/define-node';
import type { NodeServices } from '@tendril/contract/node/run-context';
import type { Scope } from '../../../platform/db/scope.ts';
import type { OpenOutsideClient, OutsideChoice } from '../outside-stores/public.ts';
import { storeContext } from './node-context.ts';
import type { ChosenNode } from './store-answer.ts';
import { isPlaceInput, readFields, type StoreNodes } from './store-nodes.ts';

interface OpenParts {
  nodes: StoreNodes;
  provide(scope: Scope, storeId: string): NodeServices;
}

/** Of a chosen vector store, what says where vectors are; null for the built-in one. How is searched is no part of it. */
export async function outsideChoice(
  nodes: StoreNodes,
  choice: ChosenNode | null,
): Promise<OutsideChoice | null> {
  if (!choice || choice.name === builtInVectorStore) return null;
  const { node } = await nodes.require('vectorstore', choice.name, 'vectorStoreName');
  return { name: choice.name, config: placeConfig(node, choice.config) };
}

function placeConfig(node: AnyNode, config: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(config).filter(
    ([name, value]) =>
      value !== '' &&
      value !== undefined &&
      (name === 'credential' || (Object.hasOwn(node.inputs, name) && isPlaceInput(name))),
  );
  return Object.fromEntries(kept);
}

/** Opens the vector stores of the catalogue for knowledge bases. */
export function outsideOpener({ nodes, provide }: OpenParts): OpenOutsideClient {
  return async (scope, storeId, choice, signal) => {
    const { node, template } = await nodes.require('vectorstore', choice.name, 'vectorStoreName');
    const config = placeConfig(node, choice.config);
    const values = readFields(node, config, 'vectorStoreConfig');
    const services = provide(scope, storeId);
    const credential = config['credential'] as string | undefined;
    const common = { nodeId: choice.name, services, credential, label: template.label };
    const contextOf = (own: AbortSignal) => storeContext({ ...common, signal: own });
    const store = await node.openStore?.(values as never, contextOf(signal));
    if (!store) throw new Error(`${choice.name} cannot be opened.`);
    return { label: template.label, store, contextOf };
  };
}
