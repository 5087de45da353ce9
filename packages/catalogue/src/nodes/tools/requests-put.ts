import { implementNode } from '../../interfaces/implement-node.ts';
import { requestTool } from '../../tools/request-tool.ts';

/** Lets a model send data with PUT. */
export const requestsPut = implementNode({
  name: 'requestsPut',
  icon: 'globe',
  description: 'Replaces data at an address with PUT.',

  async run(inputs, { nodeId }) {
    return {
      requestsPut: requestTool({
        nodeId,
        method: 'PUT',
        name: inputs.requestsPutName,
        description: inputs.requestsPutDescription,
        url: inputs.requestsPutUrl,
        headers: inputs.requestsPutHeaders,
        body: inputs.requestPutBody,
        fields: inputs.requestsPutBodySchema,
        maxCharacters: inputs.requestsPutMaxOutputLength,
      }),
    };
  },
});
