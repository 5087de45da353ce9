import type { RunContext } from '@tendril/contract/node/run-context';
import type { UsedTool } from '@tendril/contract/provider/answer';
import type { Tool, ToolResult } from '@tendril/contract/provider/tool';
import { doOnce } from '../step/do-once.ts';
import { traceStep } from '../step/trace-step.ts';

const shownResult = ({ text, sourceDocuments }: ToolResult) => ({
  text,
  ...(sourceDocuments && { sourceDocuments: sourceDocuments.length }),
});

/**
 * Calls a tool as a step of the trace. A tool that fails has a result too, which describes the failure to the model;
 * only a stopped run throws. A call that an earlier attempt at the step has made is not made again.
 */
export function runTool(tool: Tool, input: unknown, context: RunContext, callId: string): Promise<UsedTool> {
  return doOnce(`tool ${callId}`, context, (inner) => makeCall(tool, input, inner));
}

async function makeCall(tool: Tool, input: unknown, context: RunContext): Promise<UsedTool> {
  const used = { tool: tool.name, toolInput: input };
  const step = { kind: 'tool', name: tool.name, nodeId: tool.nodeId, input } as const;
  try {
    const result = await traceStep(step, context, () => tool.execute(input, context), shownResult);
    const { text, sourceDocuments } = result;
    return { ...used, toolOutput: text, ...(sourceDocuments && { sourceDocuments }) };
  } catch (error) {
    context.signal.throwIfAborted();
    const message = error instanceof Error ? error.message : String(error);
    return { ...used, toolOutput: '', error: message };
  }
}
