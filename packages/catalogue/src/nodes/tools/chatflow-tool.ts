import { listFlows } from '../../agentflow/list-flows.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import { flowTool } from '../../tools/flow-tool.ts';

/** Lets a model ask another flow. */
export const ChatflowTool = implementNode({
  name: 'ChatflowTool',
  icon: 'workflow',
  description: 'Lets an agent ask another flow, as a tool.',
  loadMethods: { listChatflows: (request) => listFlows(request) },

  async run(inputs, context) {
    return { ChatflowTool: flowTool(inputs.selectedChatflow, 'chatflowApiKey', inputs, context) };
  },
});
