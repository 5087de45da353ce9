import type { openLanguageModel } from '@tendril/catalogue/providers/openai/language-model';

type Model = Awaited<ReturnType<typeof openLanguageModel>>;
type ModelCall = Parameters<Model['doGenerate']>[0];

/** What a model of the catalogue is asked. */
export type ModelPrompt = ModelCall['prompt'];
/** The shape that its answer is to have. */
export type ModelSchema = NonNullable<
  Extract<NonNullable<ModelCall['responseFormat']>, { type: 'json' }>['schema']
>;
