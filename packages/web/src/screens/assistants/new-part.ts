import type { AssistantPart } from '@tendril/contract/flow/assistant-details';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { isParamType } from '@tendril/contract/node/param-type';

/** A node as a part of an assistant, with its own defaults. */
export function newPart({ name, label, inputs }: NodeTemplate): AssistantPart {
  const values = inputs
    .filter(({ type }) => isParamType(type))
    .map((input) => [input.name, input.default ?? ''] as const);
  return { name, label, inputs: Object.fromEntries(values) };
}
