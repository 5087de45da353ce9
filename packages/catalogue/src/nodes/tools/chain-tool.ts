import { implementNode } from '../../interfaces/implement-node.ts';
import { toPromptText } from '../../text/format-prompt.ts';
import { toToolName } from '../../text/tool-name.ts';
import { searchTool } from '../../tools/search-tool.ts';

/** Lets a model ask a chain. */
export const chainTool = implementNode({
  name: 'chainTool',
  icon: 'route',
  description: 'Lets an agent ask a chain, as a tool.',

  async run({ name, description, baseChain, returnDirect }, { nodeId }) {
    return {
      chainTool: searchTool({
        nodeId,
        name: toToolName(name, 'ask_chain'),
        description,
        isDirect: returnDirect === true,
        async ask(question, context) {
          // Its text belongs to the agent, not to the answer that is streamed.
          const answer = await baseChain.invoke(question, { ...context, isStreaming: false });
          return answer.text ?? toPromptText(answer.json);
        },
      }),
    };
  },
});
