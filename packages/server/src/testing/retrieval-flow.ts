import type { FlowData } from '@tendril/contract/flow/flow';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { readTemplates } from './flow-fixtures.ts';
import type { TestUser } from './test-app.ts';

/** Ids of the nodes that tests name. */
export const retrievalNodes = { loader: 'textFile_0', store: 'memoryVectorStore_0' };

/** A text file, embedded and stored in memory, and the demo model that answers from it. */
export async function retrievalFlow(
  user: TestUser,
  store: Record<string, unknown> = {},
  text = 'The gate opens at nine.',
): Promise<FlowData> {
  const flow = new FlowBuilder(await readTemplates(user));
  const txtFile = `data:text/plain;base64,${Buffer.from(text).toString('base64')},filename:house.txt`;
  const loader = flow.add('textFile', { x: 0, y: 0 }, { txtFile });
  const embeddings = flow.add('demoEmbeddings', { x: 0, y: 300 });
  const index = flow.add('memoryVectorStore', { x: 400, y: 0 }, store);
  const model = flow.add('demoModel', { x: 400, y: 400 });
  const chain = flow.add('conversationalRetrievalQAChain', { x: 800, y: 0 }, { returnSourceDocuments: true });
  return flow
    .connect(loader, index, 'document')
    .connect(embeddings, index, 'embeddings')
    .connect(index, chain, 'vectorStoreRetriever')
    .connect(model, chain, 'model')
    .build();
}
