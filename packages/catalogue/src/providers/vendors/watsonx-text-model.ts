import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { FetchFunction } from '@tendril/contract/node/run-context';
import * as z from 'zod';
import { readRefusal } from '../../model/read-refusal.ts';
import { createTextModel } from './text-model.ts';

const generation = z.object({ results: z.array(z.object({ generated_text: z.string() })).min(1) });

interface WatsonxText {
  urlOf(path: string): string;
  projectId: string;
  secret: string;
  fetch: FetchFunction;
}

/** A model behind IBM's text generation; `parameters` are in IBM's names. */
export function createWatsonxTextModel(
  modelId: string,
  { urlOf, projectId, secret, fetch }: WatsonxText,
  parameters: Readonly<Record<string, unknown>>,
): LanguageModelV4 {
  const url = urlOf('generation');
  return createTextModel('watsonx', modelId, async (input, { abortSignal }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model_id: modelId, project_id: projectId, input, parameters }),
      signal: abortSignal ?? null,
    });
    if (!response.ok) throw await readRefusal(response, url, secret);
    const { results } = generation.parse(await response.json());
    return results.map(({ generated_text }) => generated_text).join('');
  });
}
