import type { FlowDetail } from '@tendril/contract/api/flows';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { ApiClient } from './api-client.ts';
import { readTemplates } from './chat-flow.ts';
import { storeModelCredential } from './model-flow.ts';

/** A saved flow that answers from a knowledge base, in the words that a local model plays, with its sources. */
export async function makeKnowledgeFlow(
  client: ApiClient,
  port: number,
  knowledge: { selectedStore: string; topK?: number },
): Promise<string> {
  const credential = await storeModelCredential(client, port);
  const flow = new FlowBuilder(await readTemplates(client));
  const basepath = `http://127.0.0.1:${port}/v1`;
  const chat = flow.add('chatOpenAI', { x: 0, y: 0 }, { basepath, modelName: 'gpt-4o-mini' });
  const store = flow.add('documentStoreVS', { x: 0, y: 400 }, knowledge);
  const chain = flow.add('conversationalRetrievalQAChain', { x: 500, y: 0 }, { returnSourceDocuments: true });
  flow.connect(chat, chain, 'model').connect(store, chain, 'vectorStoreRetriever');
  const flowData = flow.build();
  for (const node of flowData.nodes) if (node.id === chat.id) node.data.credential = credential;
  const stored = { name: 'Front desk', type: 'CHATFLOW', flowData };
  return (await client.call<FlowDetail>('POST', 'flows', stored)).id;
}
