import type { RunContext } from '@tendril/contract/node/run-context';
import type { UsedTool } from '@tendril/contract/provider/answer';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { Tool } from '@tendril/contract/provider/tool';
import type { ToolSet } from 'ai';
import * as z from 'zod';
import { refuseTwins, resultText } from './call-tool.ts';
import { numberSources } from './number-sources.ts';
import { runTool } from './run-tool.ts';

export interface CallLog {
  /** In the order in which the model asked. */
  used: UsedTool[];
  /** What they have found, in the order in which the model got it. */
  sources: SourceDocument[];
  isOverLimit: boolean;
  /** What a tool has given whose result is the answer. */
  direct?: string;
}

/**
 * Connected tools in the form of the agent loop; no more than `limit` calls are made, and all are recorded in `log`.
 */
export async function toToolSet(
  tools: readonly Tool[],
  log: CallLog,
  limit: number,
  context: RunContext,
): Promise<ToolSet> {
  const { dynamicTool, jsonSchema } = await import('ai');
  refuseTwins(tools);
  const toEntry = (tool: Tool) => {
    const shape = z.fromJSONSchema(tool.inputSchema as Parameters<typeof z.fromJSONSchema>[0]);
    const inputSchema = jsonSchema(tool.inputSchema, {
      validate: (value) => {
        const parsed = shape.safeParse(value);
        return parsed.success
          ? { success: true, value: parsed.data }
          : { success: false, error: parsed.error };
      },
    });
    const execute = async (input: unknown, { toolCallId }: { toolCallId: string }) => {
      if (log.used.length >= limit) {
        log.isOverLimit = true;
        return 'Error: no more tool calls are allowed in this run.';
      }
      const place = log.used.push({ tool: tool.name, toolInput: input, toolOutput: '' }) - 1;
      const used = numberSources(await runTool(tool, input, context, toolCallId), log.sources);
      log.used[place] = used;
      if (tool.isDirect && used.error === undefined) log.direct ??= resultText(used);
      return resultText(used);
    };
    return [tool.name, dynamicTool({ description: tool.description, inputSchema, execute })] as const;
  };
  return Object.fromEntries(tools.map(toEntry));
}
