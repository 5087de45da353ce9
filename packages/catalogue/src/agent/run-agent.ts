import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { Answer } from '@tendril/contract/provider/answer';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { Tool } from '@tendril/contract/provider/tool';
import type { ToolSet, TypedToolResult } from 'ai';
import type { AskMessage } from '../model/ask-model.ts';
import { rememberModel } from '../model/remembered-model.ts';
import { traceModel } from '../model/traced-model.ts';
import { emitUsedTools } from './call-tool.ts';
import { type CallLog, toToolSet } from './tool-set.ts';

/** Default limit for the tool calls of one run. */
export const defaultToolCalls = 20;

interface AgentRequest {
  model: ChatModel;
  messages: readonly AskMessage[];
  tools: readonly Tool[];
  /** Tools that the vendor runs itself. */
  builtIn?: ToolSet;
  maxToolCalls?: number | undefined;
  /** The text is streamed. */
  isAnswer: boolean;
}

async function loopOptions(request: AgentRequest, log: CallLog, limit: number, context: RunContext) {
  const { isStepCount } = await import('ai');
  // Vendors' warnings belong to the trace, not to the server's error output.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  const isSystem = (message: AskMessage) => message.role === 'system';
  const instructions = request.messages.filter(isSystem).map((message) => message.content);
  return {
    model: rememberModel(await traceModel(request.model, context), context),
    ...(instructions.length > 0 && { instructions: instructions.join('\n\n') }),
    messages: request.messages.filter((message) => !isSystem(message)),
    tools: { ...(await toToolSet(request.tools, log, limit, context)), ...request.builtIn },
    // One model call more than tool calls: the last one answers.
    stopWhen: [isStepCount(limit + 1), () => log.isOverLimit || log.direct !== undefined],
    maxRetries: 0,
    abortSignal: context.signal,
  };
}

/** A tool that the vendor has run itself, for the list of used ones. */
function noteBuiltIn(part: { type: string }, { used }: CallLog): void {
  if (part.type !== 'tool-result') return;
  const { toolName, input, output, providerExecuted } = part as TypedToolResult<ToolSet>;
  if (providerExecuted) used.push({ tool: toolName, toolInput: input, toolOutput: output });
}

type LoopOptions = Awaited<ReturnType<typeof loopOptions>>;
type Turn = { text: string; finishReason: string };

async function generateTurn(options: LoopOptions, log: CallLog): Promise<Turn> {
  const { generateText } = await import('ai');
  const result = await generateText(options);
  for (const part of result.steps.flatMap((step) => step.content)) noteBuiltIn(part, log);
  const texts = result.steps.map((step) => step.text).filter(Boolean);
  return { text: texts.join('\n\n'), finishReason: result.finishReason };
}

async function streamTurn(options: LoopOptions, log: CallLog, emit: (text: string) => void): Promise<Turn> {
  const { streamText } = await import('ai');
  const turn: Turn = { text: '', finishReason: '' };
  const say = (text: string) => {
    turn.text += text;
    emit(text);
  };
  let isNewStep = true;
  // Errors arrive as parts of the stream and are thrown below; the default handler would print them.
  const result = streamText({ ...options, onError: () => {} });
  for await (const part of result.stream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') throw new AppError('RUN_CANCELLED', 'The run was stopped.');
    noteBuiltIn(part, log);
    if (part.type === 'start-step') isNewStep = true;
    if (part.type === 'finish') turn.finishReason = part.finishReason;
    if (part.type !== 'text-delta' || part.text === '') continue;
    if (isNewStep && turn.text) say('\n\n');
    isNewStep = false;
    say(part.text);
  }
  return turn;
}

/**
 * Lets a model call tools until it answers. Throws LIMIT_TOOL_CALLS when it does not finish, and the vendor's errors.
 */
export async function runAgent(request: AgentRequest, context: RunContext): Promise<Answer> {
  const limit = request.maxToolCalls ?? defaultToolCalls;
  const log: CallLog = { used: [], sources: [], isOverLimit: false };
  const options = await loopOptions(request, log, limit, context);
  const isStreaming = context.isStreaming && request.model.isStreaming && request.isAnswer;
  const turn = isStreaming
    ? await streamTurn(options, log, (text) => context.emit({ type: 'text-delta', text }))
    : await generateTurn(options, log);
  const { used, sources: documents } = log;
  emitUsedTools(used, context, documents);
  const { direct } = log;
  if (direct !== undefined && isStreaming)
    context.emit({ type: 'text-delta', text: turn.text === '' ? direct : `\n\n${direct}` });
  if (direct === undefined && (log.isOverLimit || turn.finishReason === 'tool-calls')) {
    throw new AppError(
      'LIMIT_TOOL_CALLS',
      `The agent was stopped after ${used.length} tool calls without an answer.`,
    );
  }
  return {
    text: direct === undefined ? turn.text : [turn.text, direct].filter(Boolean).join('\n\n'),
    ...(used.length > 0 && { usedTools: used }),
    ...(documents.length > 0 && { sourceDocuments: documents }),
  };
}
