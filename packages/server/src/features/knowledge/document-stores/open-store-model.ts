import type { NodeServices, RunContext } from '@tendril/contract/node/run-context';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { storeContext } from './node-context.ts';
import { readFields, type StoreNodes } from './store-nodes.ts';

/** A chat model as it is chosen in a form. */
export interface ChosenModel {
  name: string;
  inputs: Record<string, unknown>;
  credential?: string | undefined;
}

interface ModelRequest {
  nodes: StoreNodes;
  services: NodeServices;
  choice: ChosenModel;
  /** The name of the choice in error messages. */
  where: string;
  signal: AbortSignal;
}

/** A chat model that works for a knowledge base. Throws INVALID_INPUT naming the field. */
export async function openStoreModel({
  nodes,
  services,
  choice: { name, inputs, credential },
  where,
  signal,
}: ModelRequest): Promise<{ model: ChatModel; context: RunContext }> {
  const { node, template } = await nodes.require('models', name, `${where}.name`);
  const context = storeContext({ nodeId: name, services, credential, label: template.label, signal });
  const outputs = await node.run?.(readFields(node, inputs, `${where}.inputs`) as never, context);
  return { model: outputs?.[name] as ChatModel, context };
}
