import type { AssistantPart } from '@tendril/contract/flow/assistant-details';
import { isInlineType } from '@tendril/contract/node/inline-type';
import type { NodeTemplate } from '@tendril/contract/node/node-template';

/** A node as a part of an assistant, with its own defaults. */
export function newPart({ name, label, inputs }: NodeTemplate): AssistantPart {
  const values = inputs
    .filter(({ type }) => isInlineType(type))
    .map((input) => [input.name, input.default ?? ''] as const);
  return { name, label, inputs: Object.fromEntries(values) };
}
