import { AppError } from '@tendril/contract/app-error';
import type { Tool } from '@tendril/contract/provider/tool';
import { implementNode } from '../../interfaces/implement-node.ts';
import { readJson } from '../../text/read-json.ts';
import { readPath } from '../../text/read-path.ts';
import { asRecord } from '../../tools/as-record.ts';
import { boundedText } from '../../tools/bounded-text.ts';

/** Takes a value out of JSON. */
export const jsonPathExtractor = implementNode({
  name: 'jsonPathExtractor',
  icon: 'braces',
  description: 'Takes the value at a path, such as data.items[0].name, out of JSON.',

  async run({ path, returnNullOnError }, { nodeId }) {
    const jsonPathExtractor: Tool = {
      nodeId,
      name: 'json_path_extractor',
      description: 'Extracts a value from JSON by a path that is set. Takes the JSON.',
      inputSchema: {
        type: 'object',
        properties: { json: { type: 'string', description: 'The JSON, as text' } },
        required: ['json'],
        additionalProperties: false,
      },
      async execute(input) {
        const { json } = asRecord(input);
        const value = readPath(typeof json === 'string' ? readJson(json) : json, path.replace(/^\$\.?/, ''));
        if (value !== undefined) return { text: boundedText(value) };
        if (returnNullOnError) return { text: 'null' };
        throw new AppError('NODE_FAILED', `There is nothing at "${path}" in the JSON.`);
      },
    };
    return { jsonPathExtractor };
  },
});
