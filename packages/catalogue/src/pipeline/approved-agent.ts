import type { LanguageModelV4ProviderTool } from '@ai-sdk/provider';
import { AppError } from '@tendril/contract/app-error';
import type { AskedCall, Decision, RunContext } from '@tendril/contract/node/run-context';
import type { UsedTool } from '@tendril/contract/provider/answer';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { Tool } from '@tendril/contract/provider/tool';
import { askedCalls, callTool, emitUsedTools, functionTools, resultText } from '../agent/call-tool.ts';
import { numberSources } from '../agent/number-sources.ts';
import { defaultToolCalls } from '../agent/run-agent.ts';
import { type AskRequest, askModel } from '../model/ask-model.ts';
import { doOnce } from '../step/do-once.ts';
import { type ApprovalTexts, askApproval, denialText } from './approval.ts';
import type { Said } from './speak.ts';

type Prompt = AskRequest['messages'][number];

interface ApprovedAgent {
  model: ChatModel;
  messages: readonly Prompt[];
  tools: readonly Tool[];
  maxToolCalls: number | undefined;
  texts: ApprovalTexts;
  /** Tools that the vendor runs itself. */
  builtIn?: LanguageModelV4ProviderTool[];
  /** Whether a call has to be approved; all of them without it. */
  asks?(call: AskedCall): boolean;
}

const always = () => true;

interface Progress {
  messages: Prompt[];
  used: UsedTool[];
}

/** The agent's progress when it asked. */
interface Memo extends Progress {
  calls: AskedCall[];
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

/** Makes the calls but those that are denied, of which the model learns that they are not allowed. */
async function carryOut(
  { messages, calls, used }: Memo,
  { tools }: ApprovedAgent,
  context: RunContext,
  denied: (call: AskedCall) => string | undefined = () => undefined,
): Promise<Progress> {
  const made = await Promise.all(
    calls.map(async (call) => {
      const refusal = denied(call);
      if (refusal !== undefined) return { refusal, used: [] };
      // The number of messages distinguishes calls that were made before and after a decision.
      const one = await callTool(call, tools, context, `${messages.length} ${call.id}`);
      return { used: [one] };
    }),
  );
  const sources = used.flatMap((call) => call.sourceDocuments ?? []);
  const results = made.map((one) => one.used.map((call) => numberSources(call, sources)));
  return {
    messages: [
      ...messages,
      resultMessage(
        calls,
        made.map(({ refusal = '' }, at) => results[at]?.map(resultText)[0] ?? refusal),
      ),
    ],
    used: [...used, ...results.flat()],
  };
}

/** Executes the decision: the requested calls are made, or those that needed approval are not. */
async function decide(
  { isApproved, note, memo }: Decision,
  agent: ApprovedAgent,
  context: RunContext,
): Promise<Progress> {
  const { asks = always } = agent;
  const denied = (call: AskedCall) => (!isApproved && asks(call) ? denialText(call, note) : undefined);
  const { messages, used } = await carryOut(memo as Memo, agent, context, denied);
  const said: Prompt[] = isApproved && note ? [{ role: 'user', content: note }] : [];
  return { messages: [...messages, ...said], used };
}

function finish(text: string, used: UsedTool[], context: RunContext): Said {
  emitUsedTools(used, context);
  const sourceDocuments = used.flatMap((call) => call.sourceDocuments ?? []);
  return {
    text,
    ...(used.length > 0 && { usedTools: used }),
    ...(sourceDocuments.length > 0 && { sourceDocuments }),
  };
}

/** An agent whose tool calls require approval, in each round. Throws LIMIT_TOOL_CALLS when it does not finish. */
export async function runApprovedAgent(agent: ApprovedAgent, context: RunContext): Promise<Said> {
  const { model, texts, asks = always, maxToolCalls: limit = defaultToolCalls } = agent;
  const tools = [...functionTools(agent.tools), ...(agent.builtIn ?? [])];
  let progress: Progress = context.decision
    ? await decide(context.decision, agent, context)
    : { messages: [...agent.messages], used: [] };
  for (;;) {
    const { messages, used } = progress;
    const ask = () => askModel(model, { messages, tools }, context);
    const reply = await doOnce(`model ${messages.length}`, context, ask);
    const calls = askedCalls(reply);
    if (used.length + calls.length > limit) {
      const message = `The agent was stopped after ${used.length} tool calls without an answer.`;
      throw new AppError('LIMIT_TOOL_CALLS', message);
    }
    if (calls.length === 0) return finish(reply.text, used, context);
    const memo: Memo = { messages: [...messages, callMessage(calls, reply.text)], calls, used };
    const asked = calls.filter(asks);
    if (asked.length > 0) askApproval(texts, asked, memo, context);
    progress = await carryOut(memo, agent, context);
  }
}
