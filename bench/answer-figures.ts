import { ApiClient } from '../e2e/api-client.ts';
import { startServer } from '../e2e/local-server.ts';
import { pairedVerdict } from '../packages/server/src/features/knowledge/measures/figures/paired-verdict.ts';
import { type KnowledgeCall, measureHandbooks } from '../packages/server/src/testing/measure-handbooks.ts';
import { atLeast, type Row } from './table.ts';

/** Made questions to made handbooks: chunks by structure with words, against pieces of text by meaning alone. */
export async function measureAnswers(): Promise<Row[]> {
  const server = await startServer();
  try {
    const client = await new ApiClient(server.url).registerOwner();
    const call: KnowledgeCall = (method, path, body) => client.call(method, `document-store/${path}`, body);
    const pieces = { name: 'recursiveCharacterTextSplitter', config: { chunkSize: 1000, chunkOverlap: 200 } };
    const before = await measureHandbooks(call, { splitter: pieces, mode: 'vectors' });
    const structure = { name: 'structureTextSplitter', config: {} };
    const after = await measureHandbooks(call, { splitter: structure, mode: 'hybrid' });
    const known = new Map(before.map(({ question, ndcg }) => [question, ndcg]));
    const { difference } = pairedVerdict(
      after.map(({ question, ndcg, document }) => ({ value: ndcg - (known.get(question) ?? 0), document })),
    );
    return [
      atLeast('structure and both ways over pieces by meaning, nDCG@10', difference.value, '', 0.1),
      atLeast('… lower end of its interval', difference.low, '', 0),
    ];
  } finally {
    await server.remove();
  }
}
