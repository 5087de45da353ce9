import { implementNode } from '../../interfaces/implement-node.ts';
import { requestTool } from '../../tools/request-tool.ts';

/** Lets a model delete something with DELETE. */
export const requestsDelete = implementNode({
  name: 'requestsDelete',
  icon: 'globe',
  description: 'Deletes what is at an address with DELETE.',

  async run(inputs, { nodeId }) {
    return {
      requestsDelete: requestTool({
        nodeId,
        method: 'DELETE',
        name: inputs.requestsDeleteName,
        description: inputs.requestsDeleteDescription || 'Deletes something with a DELETE request.',
        url: inputs.requestsDeleteUrl,
        headers: inputs.requestsDeleteHeaders,
        fields: inputs.requestsDeleteQueryParamsSchema,
        maxCharacters: inputs.requestsDeleteMaxOutputLength,
      }),
    };
  },
});
