import { AppError } from '@tendril/contract/app-error';
import type { FetchFunction } from '@tendril/contract/node/run-context';
import { analysisPrompt, analysisSchema } from './analysis-question.ts';
import type { CallReading, Conversation } from './conversation.ts';
import { repairAnswer } from './repair-answer.ts';

interface ModelAccess {
  modelId: string;
  apiKey: string;
  /** OpenAI, or a server with its API. */
  baseUrl: string;
  fetch: FetchFunction;
  signal: AbortSignal;
}

const wholeMs = 60_000;
const mostTries = 2;

/**
 * Lets a model analyse a call. An unusable answer is requested once more; undefined if that is unusable too. Throws the
 * vendor's errors.
 */
export async function readByModel(
  conversation: Conversation,
  { modelId, apiKey, baseUrl, fetch, signal }: ModelAccess,
): Promise<CallReading | undefined> {
  const [{ openLanguageModel }, { toModelError }] = await Promise.all([
    import('@tendril/catalogue/providers/openai/language-model'),
    import('@tendril/catalogue/model/vendor-error'),
  ]);
  const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(wholeMs)]);
  const connection = { apiKey, baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''), fetch };
  try {
    const model = await openLanguageModel(modelId, connection, false);
    for (let asked = 0; asked < mostTries; asked += 1) {
      const result = await model.doGenerate({
        prompt: analysisPrompt(conversation),
        responseFormat: { type: 'json', name: 'call_analysis', schema: analysisSchema(conversation.fields) },
        temperature: 0,
        abortSignal,
      });
      const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
      const reading = repairAnswer(text, conversation.fields);
      if (reading) return reading;
    }
    return undefined;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (abortSignal.aborted)
      throw new AppError('PROVIDER_UNAVAILABLE', 'OpenAI took too long to answer.', { cause: error });
    throw toModelError(error, 'openai');
  }
}
