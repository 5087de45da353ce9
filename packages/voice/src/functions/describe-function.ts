import { fillDynamicVariables } from '@tendril/contract/voice/dynamic-variables';
import type { FunctionMeans } from './function-means.ts';

/** What a model reads of a function: the agent's own words, or ours when there are none. */
export function describeFunction(own: string, usual: string, means: FunctionMeans): string {
  const text = own.trim() === '' ? usual : own.trim();
  return fillDynamicVariables(text, means.variables ?? {});
}

/** Schema of a function without arguments. */
export const noArguments = { type: 'object', properties: {}, additionalProperties: false } as const;
