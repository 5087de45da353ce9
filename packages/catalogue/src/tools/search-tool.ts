import type { JSONSchema7 } from '@ai-sdk/provider';
import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { Tool } from '@tendril/contract/provider/tool';
import { asRecord } from './as-record.ts';
import { boundedText } from './bounded-text.ts';

interface SearchDeclaration {
  nodeId: string;
  name: string;
  description: string;
  /** The property of the input that holds the question. */
  property?: 'input' | 'query';
  /** What it finds is the agent's answer. */
  isDirect?: boolean;
  /** Values beyond text are given to the model as JSON. */
  ask(question: string, context: RunContext): Promise<unknown>;
}

const schemaOf = (property: string): JSONSchema7 => ({
  type: 'object',
  properties: { [property]: { type: 'string', description: 'What to look for' } },
  required: [property],
  additionalProperties: false,
});

function isEmpty(found: unknown): boolean {
  return found === undefined || found === '' || (Array.isArray(found) && found.length === 0);
}

/** A tool that takes one question. */
export function searchTool({ property = 'input', ask, ...tool }: SearchDeclaration): Tool {
  return {
    ...tool,
    inputSchema: schemaOf(property),
    async execute(input, context) {
      const question = String(asRecord(input)[property] ?? '').trim();
      if (question === '') throw new AppError('NODE_FAILED', 'The question is empty.');
      const found = await ask(question, context);
      return { text: isEmpty(found) ? 'Nothing was found.' : boundedText(found) };
    },
  };
}
