import type { RunContext } from '@tendril/contract/node/run-context';
import type { Retriever } from '@tendril/contract/provider/retrieval';
import { documentText } from './load-documents.ts';

/** The outputs of a retriever's node: itself, or what it finds for a query (the question when there is none). */
export async function retrieverOutputs(
  retriever: Retriever,
  query: string | undefined,
  context: RunContext,
): Promise<Record<string, unknown>> {
  if (context.output !== 'document' && context.output !== 'text') return { retriever };
  const document = await retriever.retrieve(query?.trim() || context.question, context);
  return { document, text: documentText(document) };
}
