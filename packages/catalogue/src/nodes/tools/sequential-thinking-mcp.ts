import { z } from 'zod';
import { implementNode } from '../../interfaces/implement-node.ts';
import { type BuiltInTool, builtInMcp } from '../../tools/built-in-mcp.ts';
import { readThought } from '../../tools/sequential-thoughts.ts';

/** The thoughts of one run, by the branch they belong to. */
interface Thoughts {
  count: number;
  branches: Set<string>;
}

const thinking: BuiltInTool<Thoughts> = {
  name: 'sequentialthinking',
  description:
    'Thinks a hard question through in numbered steps. Each call is one thought: it may continue the one before, ' +
    'revise an earlier one, or begin a branch. Raise the total when more steps turn out to be needed, and set ' +
    'nextThoughtNeeded to false once the answer is certain.',
  inputSchema: z.toJSONSchema(readThought, { target: 'draft-7', io: 'input' }) as Record<string, unknown>,
  async call(args, thoughts) {
    const { success, data, error } = readThought.safeParse(args);
    if (!success) return `That thought cannot be read: ${z.prettifyError(error)}`;
    thoughts.count += 1;
    if (data.branchFromThought !== undefined && data.branchId !== undefined)
      thoughts.branches.add(data.branchId);
    return JSON.stringify({
      thoughtNumber: data.thoughtNumber,
      totalThoughts: Math.max(data.totalThoughts, data.thoughtNumber),
      nextThoughtNeeded: data.nextThoughtNeeded,
      branches: [...thoughts.branches],
      thoughtHistoryLength: thoughts.count,
    });
  },
};

const server = builtInMcp([thinking], async () => ({ count: 0, branches: new Set<string>() }));

/** Thinking aloud, step by step. */
export const sequentialThinkingMCP = implementNode({
  name: 'sequentialThinkingMCP',
  icon: 'route',
  description: 'Lets an agent think a hard question through step by step before it answers.',
  loadMethods: server.loadMethods,
  run: async (inputs, context) => ({ sequentialThinkingMCP: await server.run(inputs, context) }),
});
