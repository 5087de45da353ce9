import { AppError } from '@tendril/contract/app-error';
import type { OutputParser } from '@tendril/contract/provider/output-parser';
import { implementNode } from '../../interfaces/implement-node.ts';

/** Reads a list of a given length and separator out of a model's answer. */
export const customListOutputParser = implementNode({
  name: 'customListOutputParser',
  icon: 'list',
  description: 'Asks for a list of values with a separator of your choice, and gives it as a list.',

  async run({ length, separator, autofixParser }, { nodeId }) {
    const count = length ? `exactly ${length} values` : 'values';
    const parser: OutputParser = {
      nodeId,
      instructions: `Answer with nothing but a list of ${count} separated by "${separator}", like this: first${separator} second${separator} third.`,
      isSelfRepairing: autofixParser === true,
      parse(text) {
        const values = text
          .trim()
          .split(separator)
          .map((value) => value.trim());
        if (length && values.length !== length) {
          throw new AppError('NODE_FAILED', `The answer has ${values.length} values instead of ${length}.`);
        }
        return values;
      },
    };
    return { customListOutputParser: parser };
  },
});
