import type { JSONSchema7 } from '@ai-sdk/provider';
import { AppError } from '@tendril/contract/app-error';
import type { OutputParser } from '@tendril/contract/provider/output-parser';
import { runUserCode } from '../../code/run-user-code.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import { checkShape } from '../../text/check-shape.ts';

const exampleDefault = 'z.object({\n  answer: z.string(),\n  sources: z.array(z.string()),\n})';

/** Reads an object of any shape out of a model's answer; the shape is written in Zod's terms. */
export const advancedStructuredOutputParser = implementNode({
  name: 'advancedStructuredOutputParser',
  icon: 'table-properties',
  description: 'Asks for JSON of a shape that you write as a Zod schema, and checks it.',

  async run({ autofixParser, exampleJson = exampleDefault }, context) {
    const { nodeId } = context;
    // Users' text is code: it is run apart, and only the shape it describes comes back.
    const code = `const { z } = require('zod');\nreturn z.toJSONSchema(${exampleJson.trim().replace(/;$/, '')}\n);`;
    const name = 'Advanced Structured Output Parser';
    const schema = await runUserCode({ code, variables: {}, nodeId, name }, context);
    if (typeof schema !== 'object' || schema === null) {
      throw new AppError('NODE_FAILED', 'Example JSON: this is not a Zod schema.');
    }
    const shape = schema as JSONSchema7;
    const parser: OutputParser = {
      nodeId,
      instructions: `Answer with nothing but JSON that follows this JSON schema:\n${JSON.stringify(shape)}`,
      // Vendors take only objects as the shape of an answer.
      ...(shape.type === 'object' && { schema: shape }),
      isSelfRepairing: autofixParser === true,
      parse: (text) => checkShape(text, shape),
    };
    return { advancedStructuredOutputParser: parser };
  },
});
