import { fillDynamicVariables } from '@tendril/contract/voice/dynamic-variables';
import type { FunctionMeans } from './function-means.ts';

/** A function's description for a model: the agent's own text, or ours when there is none. */
export function describeFunction(own: string, usual: string, means: FunctionMeans): string {
  const text = own.trim() === '' ? usual : own.trim();
  return fillDynamicVariables(text, means.variables ?? {});
}

/** Schema of a function without arguments. */
export const noArguments = { type: 'object', properties: {}, additionalProperties: false } as const;
