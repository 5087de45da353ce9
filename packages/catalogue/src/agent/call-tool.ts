import { AppError } from '@tendril/contract/app-error';
import type { AskedCall, RunContext } from '@tendril/contract/node/run-context';
import type { UsedTool } from '@tendril/contract/provider/answer';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { Tool } from '@tendril/contract/provider/tool';
import * as z from 'zod';
import type { AskReply } from '../model/ask-model.ts';
import { runTool } from './run-tool.ts';

/** The result of a call as the model gets it. */
export function resultText(used: UsedTool): string {
  return used.error === undefined ? String(used.toolOutput) : `Error: ${used.error}`;
}

export function refuseTwins(tools: readonly Tool[]): void {
  const names = tools.map((tool) => tool.name);
  const twin = names.find((name, index) => names.indexOf(name) !== index);
  if (twin) throw new AppError('FLOW_INVALID', `Two tools are named "${twin}". Rename one of them.`);
}

/** Tools in the form of a single model call. Throws FLOW_INVALID when two have the same name. */
export function functionTools(tools: readonly Tool[]) {
  refuseTwins(tools);
  return tools.map(({ name, description, inputSchema }) => ({
    type: 'function' as const,
    name,
    description,
    inputSchema,
  }));
}

export function askedCalls({ toolCalls }: Pick<AskReply, 'toolCalls'>): AskedCall[] {
  return toolCalls.map(({ toolCallId, tool, input }) => ({ id: toolCallId, name: tool, args: input }));
}

/** Executes a call that a model requested; an error is a result too, which the model gets to read. `id`: in the step. */
export async function callTool(
  call: AskedCall,
  tools: readonly Tool[],
  context: RunContext,
  id: string = call.id,
): Promise<UsedTool> {
  const used = { tool: call.name, toolInput: call.args, toolOutput: '' };
  const tool = tools.find(({ name }) => name === call.name);
  if (!tool) return { ...used, error: `There is no tool "${call.name}".` };
  const shape = z.fromJSONSchema(tool.inputSchema as Parameters<typeof z.fromJSONSchema>[0]);
  const parsed = shape.safeParse(call.args);
  if (!parsed.success) return { ...used, error: z.prettifyError(parsed.error) };
  return runTool(tool, parsed.data, context, id);
}

/** Reports to the caller which tools were used, their results, and what they have found. */
export function emitUsedTools(
  used: UsedTool[],
  context: RunContext,
  documents: SourceDocument[] = used.flatMap((call) => call.sourceDocuments ?? []),
): void {
  if (used.length > 0) context.emit({ type: 'used-tools', tools: used });
  if (documents.length > 0) context.emit({ type: 'source-documents', documents });
}
