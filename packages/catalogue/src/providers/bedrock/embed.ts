import * as z from 'zod';
import type { Embedded } from '../../model/embed-within.ts';
import type { AskBedrock } from './connection.ts';

const vector = z.array(z.number());
const titan = z.object({ embedding: vector, inputTextTokenCount: z.number().optional() });
const cohere = z.object({ embeddings: z.union([z.array(vector), z.object({ float: z.array(vector) })]) });

/** The vectors of some texts: Cohere's models take them together, Amazon's one by one. */
export async function embedWithBedrock(
  ask: AskBedrock,
  modelId: string,
  inputType: string | undefined,
  texts: string[],
  signal: AbortSignal,
): Promise<Embedded> {
  if (modelId.includes('cohere.')) {
    const body = { texts, input_type: inputType || 'search_document', truncate: 'END' };
    const { embeddings } = cohere.parse(await ask('invoke', body, signal));
    return { vectors: Array.isArray(embeddings) ? embeddings : embeddings.float, tokens: 0 };
  }
  const all: Embedded = { vectors: [], tokens: 0 };
  for (const inputText of texts) {
    const { embedding, inputTextTokenCount = 0 } = titan.parse(await ask('invoke', { inputText }, signal));
    all.vectors.push(embedding);
    all.tokens += inputTextTokenCount;
  }
  return all;
}
