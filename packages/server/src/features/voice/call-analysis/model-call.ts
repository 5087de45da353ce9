import type { openLanguageModel } from '@tendril/catalogue/providers/openai/language-model';

type Model = Awaited<ReturnType<typeof openLanguageModel>>;
type ModelCall = Parameters<Model['doGenerate']>[0];

/** A request to a model of the catalogue. */
export type ModelPrompt = ModelCall['prompt'];
/** The schema of its answer. */
export type ModelSchema = NonNullable<
  Extract<NonNullable<ModelCall['responseFormat']>, { type: 'json' }>['schema']
>;
