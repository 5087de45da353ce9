import { param } from '@tendril/contract/node/param';

/** "Format Prompt Values" of a pipeline's step. */
export const promptValuesParam = param.json({
  isPrompt: true,
  label: 'Format Prompt Values',
  description: 'Values for the places in braces. $flow.state.key reads the state.',
  optional: true,
  acceptVariable: true,
  list: true,
  additionalParams: true,
});

/** What a step's model is asked after the conversation. */
export const humanMessageParam = param.string({
  isPromptTemplate: true,
  label: 'Human Prompt',
  description: 'Comes after all the messages.',
  rows: 4,
  optional: true,
  additionalParams: true,
});
