import { listFlows } from '../../agentflow/list-flows.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import { flowTool } from '../../tools/flow-tool.ts';

/** Lets a model ask an agent flow. */
export const agentAsTool = implementNode({
  name: 'agentAsTool',
  icon: 'bot',
  description: 'Lets an agent ask an agent flow or a pipeline, as a tool.',
  loadMethods: { listAgentflows: (request) => listFlows(request, ['AGENTFLOW', 'MULTIAGENT']) },

  async run(inputs, context) {
    return { agentAsTool: flowTool(inputs.selectedAgentflow, 'agentflowApiKey', inputs, context) };
  },
});
