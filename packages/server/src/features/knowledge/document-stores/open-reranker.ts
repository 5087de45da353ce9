import {
  type ChosenReranker,
  modelReranker,
  wordsReranker,
} from '@tendril/contract/api/search-configuration';
import type { NodeServices } from '@tendril/contract/node/run-context';
import type { NodeEvent } from '@tendril/contract/run-event';
import * as z from 'zod';
import { type Rerank, rerankByModel, rerankByNode, rerankByWords } from '../search/public.ts';
import { storeContext } from './node-context.ts';
import { openStoreModel } from './open-store-model.ts';
import { readFields, refuse, type StoreNodes } from './store-nodes.ts';

interface RerankerRequest {
  nodes: StoreNodes;
  services: NodeServices;
  choice: ChosenReranker;
  signal: AbortSignal;
  /** Gets the steps of the run on whose behalf it is asked. */
  emit?: ((event: NodeEvent) => void) | undefined;
}

const chosenModel = z.object({
  name: z.string().min(1).max(128),
  inputs: z.record(z.string(), z.unknown()).default({}),
  credential: z.string().max(64).optional(),
});

/** What puts found texts in order, as a knowledge base or a question names it. Throws INVALID_INPUT naming the field. */
export async function openReranker({
  nodes,
  services,
  choice: { name, config },
  signal,
  emit = () => {},
}: RerankerRequest): Promise<Rerank> {
  if (name === wordsReranker) return rerankByWords;
  if (name === modelReranker) {
    const choice = chosenModel.safeParse(config['model']);
    if (!choice.success) throw refuse('reranker.config.model', 'must be a chat model with its fields');
    const where = 'reranker.config.model';
    const { model, context } = await openStoreModel({ nodes, services, choice: choice.data, where, signal });
    return rerankByModel(model, { ...context, emit });
  }
  const { node, template } = await nodes.require('rerankers', name, 'reranker.name');
  const values = readFields(node, config, 'reranker.config');
  const credential = config['credential'] as string | undefined;
  const { label } = template;
  return rerankByNode(node, values, {
    ...storeContext({ nodeId: name, services, credential, label, signal }),
    emit,
  });
}
