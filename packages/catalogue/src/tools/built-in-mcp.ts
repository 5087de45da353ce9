import type { AnyNode } from '@tendril/contract/node/define-node';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { Tool } from '@tendril/contract/provider/tool';
import { type McpTool, mcpChoicesOf, mcpTools } from './mcp-tools.ts';

/** A tool that is carried out here, under the name and with the input that the program of its vendor gives it. */
export type BuiltInTool<S> = Omit<McpTool, 'call'> & {
  call(args: Record<string, unknown>, service: S, context: RunContext): Promise<string>;
};

/** The tools that other products start a program for. `open` reads what they need of the node, such as its key. */
export function builtInMcp<S>(tools: readonly BuiltInTool<S>[], open: (context: RunContext) => Promise<S>) {
  return {
    async run(inputs: { mcpActions?: readonly string[] | undefined }, context: RunContext): Promise<Tool[]> {
      const service = await open(context);
      const offered = tools.map((tool) => ({
        ...tool,
        call: (args: Record<string, unknown>, asking: RunContext) => tool.call(args, service, asking),
      }));
      const noneText = 'This node has none of the selected tools. Choose them again.';
      return mcpTools(offered, inputs.mcpActions, { nodeId: context.nodeId, noneText });
    },
    loadMethods: { listActions: async () => mcpChoicesOf(tools) } satisfies AnyNode['loadMethods'],
  };
}
