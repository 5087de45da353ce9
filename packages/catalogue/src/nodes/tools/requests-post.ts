import { implementNode } from '../../interfaces/implement-node.ts';
import { requestTool } from '../../tools/request-tool.ts';

/** Lets a model send data with POST. */
export const requestsPost = implementNode({
  name: 'requestsPost',
  icon: 'globe',
  description: 'Sends data to an address with POST.',

  async run(inputs, { nodeId }) {
    return {
      requestsPost: requestTool({
        nodeId,
        method: 'POST',
        name: inputs.requestsPostName,
        description: inputs.requestsPostDescription,
        url: inputs.requestsPostUrl,
        headers: inputs.requestsPostHeaders,
        body: inputs.requestPostBody,
        fields: inputs.requestsPostBodySchema,
        maxCharacters: inputs.requestsPostMaxOutputLength,
      }),
    };
  },
});
