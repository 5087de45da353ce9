import { implementNode } from '../../interfaces/implement-node.ts';
import { toPromptText } from '../../text/format-prompt.ts';
import { toToolName } from '../../text/tool-name.ts';
import { searchTool } from '../../tools/search-tool.ts';

/** Lets a model ask a query engine. */
export const queryEngineToolLlamaIndex = implementNode({
  name: 'queryEngineToolLlamaIndex',
  icon: 'book-open-text',
  description: 'Lets an agent, or an engine that splits questions, ask a query engine.',

  async run({ baseQueryEngine, toolName, toolDesc }, { nodeId }) {
    const tool = searchTool({
      nodeId,
      name: toToolName(toolName, 'ask_engine'),
      description: toolDesc,
      async ask(question, context) {
        const answer = await baseQueryEngine.invoke(question, { ...context, isStreaming: false });
        return answer.text ?? toPromptText(answer.json);
      },
    });
    return { queryEngineToolLlamaIndex: tool };
  },
});
