import type { JSONSchema7 } from '@ai-sdk/provider';
import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { evaluateExpression } from '../../text/evaluate-expression.ts';

const inputSchema: JSONSchema7 = {
  type: 'object',
  properties: { expression: { type: 'string', description: 'The expression, for example (12.5 + 3) * 4' } },
  required: ['expression'],
  additionalProperties: false,
};

function readExpression(input: unknown): string {
  return String((input as { expression?: unknown } | undefined)?.expression ?? '');
}

/** Lets a model calculate. */
export const calculator = defineNode({
  name: 'calculator',
  label: 'Calculator',
  version: 1,
  category: 'Tools',
  description: 'Works out arithmetic exactly.',
  icon: 'calculator',
  inputs: {},
  outputs: {
    calculator: output(['Calculator', 'Tool', 'StructuredTool', 'BaseLangChain'], { label: 'Calculator' }),
  },

  async run(_inputs, { nodeId }) {
    return {
      calculator: {
        nodeId,
        name: 'calculator',
        description:
          'Works out an arithmetic expression. Knows + - * / ^ %, brackets, sqrt, round, min, max and the like.',
        inputSchema,
        execute: async (input) => {
          // Rounding to twelve digits hides the errors of binary fractions, as in 0.1 + 0.2.
          const value = Number(evaluateExpression(readExpression(input)).toPrecision(12));
          return { text: String(value) };
        },
      },
    };
  },
});
