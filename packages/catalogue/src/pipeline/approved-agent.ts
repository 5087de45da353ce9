import { AppError } from '@tendril/contract/app-error';
import type { AskedCall, Decision, RunContext } from '@tendril/contract/node/run-context';
import type { UsedTool } from '@tendril/contract/provider/answer';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { Tool } from '@tendril/contract/provider/tool';
import { askedCalls, callTool, emitUsedTools, functionTools, resultText } from '../agent/call-tool.ts';
import { defaultToolCalls } from '../agent/run-agent.ts';
import { type AskRequest, askModel } from '../model/ask-model.ts';
import { type ApprovalTexts, askApproval, denialText } from './approval.ts';
import type { Said } from './speak.ts';

type Prompt = AskRequest['messages'][number];

interface ApprovedAgent {
  model: ChatModel;
  messages: readonly Prompt[];
  tools: readonly Tool[];
  maxToolCalls: number | undefined;
  texts: ApprovalTexts;
}

/** The agent's progress when it asked. */
interface Memo {
  messages: Prompt[];
  calls: AskedCall[];
  used: UsedTool[];
}

function callMessage(calls: readonly AskedCall[], text: string): Prompt {
  const parts = calls.map(({ id, name, args }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: name,
    input: args,
  }));
  return { role: 'assistant', content: [...(text ? [{ type: 'text' as const, text }] : []), ...parts] };
}

function resultMessage(calls: readonly AskedCall[], texts: readonly string[]): Prompt {
  return {
    role: 'tool',
    content: calls.map(({ id, name }, index) => ({
      type: 'tool-result' as const,
      toolCallId: id,
      toolName: name,
      output: { type: 'text' as const, value: texts[index] ?? '' },
    })),
  };
}

/** Executes the decision: the requested calls are made, or the model learns that they are not allowed. */
async function decide(
  { isApproved, note, memo }: Decision,
  tools: readonly Tool[],
  context: RunContext,
): Promise<{ messages: Prompt[]; used: UsedTool[] }> {
  const { messages, calls, used } = memo as Memo;
  if (!isApproved) {
    const texts = calls.map((call) => denialText(call, note));
    return { messages: [...messages, resultMessage(calls, texts)], used };
  }
  const made = await Promise.all(calls.map((call) => callTool(call, tools, context)));
  const said: Prompt[] = note ? [{ role: 'user', content: note }] : [];
  return {
    messages: [...messages, resultMessage(calls, made.map(resultText)), ...said],
    used: [...used, ...made],
  };
}

/** An agent whose tool calls require approval, each round anew. Throws LIMIT_TOOL_CALLS when it does not finish. */
export async function runApprovedAgent(agent: ApprovedAgent, context: RunContext): Promise<Said> {
  const { model, tools, texts, maxToolCalls: limit = defaultToolCalls } = agent;
  const { messages, used } = context.decision
    ? await decide(context.decision, tools, context)
    : { messages: [...agent.messages], used: [] };
  const reply = await askModel(model, { messages, tools: functionTools(tools) }, context);
  const calls = askedCalls(reply);
  if (used.length + calls.length > limit) {
    const message = `The agent was stopped after ${used.length} tool calls without an answer.`;
    throw new AppError('LIMIT_TOOL_CALLS', message);
  }
  if (calls.length > 0) {
    const memo: Memo = { messages: [...messages, callMessage(calls, reply.text)], calls, used };
    askApproval(texts, calls, memo, context);
  }
  emitUsedTools(used, context);
  const sourceDocuments = used.flatMap((call) => call.sourceDocuments ?? []);
  return {
    text: reply.text,
    ...(used.length > 0 && { usedTools: used }),
    ...(sourceDocuments.length > 0 && { sourceDocuments }),
  };
}
