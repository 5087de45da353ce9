import type { converse, SpokenMessage } from '@tendril/catalogue/voice/converse';
import { AppError } from '@tendril/contract/app-error';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { NodeEvent } from '@tendril/contract/run-event';
import type { FunctionCall, ReplyPart, ReplyRequest } from '@tendril/voice/responder';
import { type CallResponder, lastWordsOf, type ResponderCall } from './call-responder.ts';
import type { FindPassages } from './find-passages.ts';
import { createModelChain } from './model-chain.ts';
import { spokenMessages } from './spoken-messages.ts';
import { systemPrompt } from './system-prompt.ts';

/** Functions that one answer may call. */
const maxFunctionCalls = 20;

interface PromptParts {
  /** The agent's model, then those that take over. */
  models: readonly [ChatModel, ...ChatModel[]];
  converse: typeof converse;
  findPassages: FindPassages;
}

/**
 * Answers with the agent's own prompt and a model: the functions are its tools, the attached knowledge is searched for
 * every answer.
 */
export function createPromptResponder(call: ResponderCall, parts: PromptParts): CallResponder {
  const model = parts.models[0];
  const ask = createModelChain(parts.models, parts.converse, (from, to, reason) =>
    call.emit({ type: 'voice-fallback', from, to, reason }),
  );
  const { agent, llm } = call.snapshot;

  // To the person who takes the call over, the agent only speaks.
  const functionsFor = ({ cause }: ReplyRequest) => (cause === 'handoff' ? [] : call.functions);

  async function* reply(request: ReplyRequest): AsyncGenerator<ReplyPart> {
    const emit = emitSteps(request);
    const words = request.cause === 'answer' ? lastWordsOf(request.turns) : '';
    const passages = await parts.findPassages(words, { emit, signal: request.signal, turn: request.turn });
    const prompt = systemPrompt({
      generalPrompt: llm.generalPrompt,
      language: agent.language,
      variables: request.variables,
      builtIn: call.builtIn,
      passages,
      guidance: request.guidance,
    });
    const messages: SpokenMessage[] = [{ role: 'system', text: prompt }, ...spokenMessages(request)];
    for (let calls = 0; ; ) {
      const asked: FunctionCall[] = [];
      let said = '';
      const { signal } = request;
      for await (const part of ask({ messages, tools: functionsFor(request), emit, signal })) {
        if (part.type === 'text') {
          said += part.text;
          yield part;
        } else {
          asked.push({ toolId: part.toolId, name: part.name, arguments: part.arguments });
        }
      }
      if (asked.length === 0) return;
      calls += asked.length;
      if (calls > maxFunctionCalls)
        throw new AppError(
          'LIMIT_TOOL_CALLS',
          'The model kept calling functions without producing an answer.',
        );
      if (said !== '') messages.push({ role: 'assistant', text: said });
      if (await runFunctions(request, asked, messages)) return;
    }
  }

  return { isDemo: model.isDemo, mayPrepare: true, reply };
}

/** Runs functions in the order requested; returns whether the model must not be asked again. */
async function runFunctions(
  request: ReplyRequest,
  asked: readonly FunctionCall[],
  messages: SpokenMessage[],
): Promise<boolean> {
  let isLast = false;
  for (const one of asked) {
    const answer = await request.callFunction(one);
    messages.push({ role: 'tool', ...one, result: answer.result });
    isLast ||= answer.isLast;
  }
  return isLast;
}

function emitSteps({ turn, emit }: ReplyRequest): (event: NodeEvent) => void {
  return (event) => {
    if (event.type === 'step-start' || event.type === 'step-end') emit({ ...event, turn });
  };
}
