import { AppError } from '@tendril/contract/app-error';
import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';

/** One value: in double quotes with "" for a quote, or up to the next comma. */
const value = /\s*(?:"((?:[^"]|"")*)"|([^,\n]*))\s*(?:,|\n|$)/gy;

function parseValues(text: string): string[] {
  const values: string[] = [];
  const trimmed = text.trim();
  value.lastIndex = 0;
  while (value.lastIndex < trimmed.length) {
    const match = value.exec(trimmed);
    if (!match) throw new AppError('NODE_FAILED', 'The answer is not a comma-separated list.');
    values.push(match[1]?.replaceAll('""', '"') ?? (match[2] ?? '').trim());
  }
  return values.filter((item) => item !== '');
}

/** Reads a list out of a model's answer. */
export const csvOutputParser = defineNode({
  name: 'csvOutputParser',
  label: 'CSV Output Parser',
  version: 1,
  category: 'Output Parsers',
  description: 'Asks for values separated by commas and gives them as a list.',
  icon: 'list',
  inputs: {
    autofixParser: param.boolean({
      label: 'Autofix',
      description: 'An answer of the wrong form is given back to the model once.',
      optional: true,
      default: false,
    }),
  },
  outputs: {
    csvOutputParser: output(['CSVListOutputParser', 'BaseLLMOutputParser', 'Runnable'], {
      label: 'CSV Output Parser',
    }),
  },

  async run({ autofixParser }, { nodeId }) {
    return {
      csvOutputParser: {
        nodeId,
        instructions:
          'Answer with nothing but a list of values separated by commas, on one line, like this: first, second, third. Put a value that holds a comma in double quotes.',
        isSelfRepairing: autofixParser,
        parse(text) {
          const values = parseValues(text);
          if (values.length === 0) throw new AppError('NODE_FAILED', 'The answer contains no values.');
          return values;
        },
      },
    };
  },
});
