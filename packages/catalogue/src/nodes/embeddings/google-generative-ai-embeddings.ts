import type { EmbeddingKind } from '@tendril/contract/provider/embedder';
import { implementNode } from '../../interfaces/implement-node.ts';
import { toChoices } from '../../model/known-models.ts';
import { offeredModels } from '../../model/offered-models.ts';
import { readKey } from '../../model/read-key.ts';
import { openEmbedder } from '../../providers/vendors/open-embedder.ts';

const address = 'https://generativelanguage.googleapis.com/v1beta/models';
const keyField = 'googleGenerativeAPIKey';
/** Google's limit for one request. */
const mostPerRequest = 100;

const known = [{ id: 'gemini-embedding-001' }, { id: 'text-embedding-004' }];

/** A task of searching is as the text is meant; any other is somebody's choice. */
function taskOf(chosen: string | undefined, kind: EmbeddingKind | undefined): string | undefined {
  if (kind === undefined || (chosen !== undefined && !chosen.startsWith('RETRIEVAL_'))) return chosen;
  return `RETRIEVAL_${kind.toUpperCase()}`;
}

/** Embedding models of Google. */
export const googleGenerativeAiEmbeddings = implementNode({
  name: 'googleGenerativeAiEmbeddings',
  icon: 'google-gemini',
  description: 'Makes vectors with a Gemini model of Google.',
  loadMethods: {
    async listModels(request) {
      const key = (await request.credential())?.[keyField]?.trim();
      if (!key) return toChoices(known);
      const isWanted = (id: string) => id.includes('embedding');
      const headers = { 'x-goog-api-key': key };
      return offeredModels({ url: `${address}?pageSize=1000`, headers, isWanted }, known, request);
    },
  },

  async run({ modelName, tasktype, stripNewLines }, context) {
    const apiKey = await readKey(context, keyField, 'Google embeddings');
    const model = `models/${modelName.replace(/^models\//, '')}`;
    const taskType = tasktype === 'TASK_TYPE_UNSPECIFIED' ? undefined : tasktype;
    const embedder = openEmbedder(
      {
        provider: 'google',
        modelId: modelName,
        url: `${address.replace(/models$/, '')}${model}:batchEmbedContents`,
        headers: { 'x-goog-api-key': apiKey },
        secret: apiKey,
        fetch: context.services.fetch,
        batchSize: mostPerRequest,
        stripNewLines,
        hasKinds: true,
        toBody: (texts, kind) => ({
          requests: texts.map((text) => ({
            model,
            content: { parts: [{ text }] },
            taskType: taskOf(taskType, kind),
          })),
        }),
      },
      context,
    );
    return { googleGenerativeAiEmbeddings: embedder };
  },
});
