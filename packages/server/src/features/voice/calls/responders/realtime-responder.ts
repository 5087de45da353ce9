import { randomUUID } from 'node:crypto';
import type { RealtimeReply } from '@tendril/catalogue/providers/openai/realtime/realtime-reply';
import type { RealtimeSession } from '@tendril/catalogue/providers/openai/realtime/realtime-session';
import type { CallEvent } from '@tendril/contract/call-event';
import type { TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import type { SpeechModelId } from '@tendril/contract/voice/llm-options';
import { stageDirections } from '@tendril/contract/voice/stage-directions';
import type { FunctionCall, ReplyPart, ReplyRequest } from '@tendril/voice/responder';
import { type CallResponder, lastWordsOf, type ResponderCall } from './call-responder.ts';
import type { FindPassages } from './find-passages.ts';
import type { RealtimeLine } from './realtime-line.ts';
import { systemPrompt } from './system-prompt.ts';

/** Functions that one answer may call. */
const maxFunctionCalls = 20;
const sampleRate = 24_000;

interface RealtimeParts {
  line: RealtimeLine;
  model: SpeechModelId;
  costOf: typeof import('@tendril/catalogue/providers/openai/realtime/realtime-cost').costOfRealtime;
  findPassages: FindPassages;
  /** Speaks what is given in writing: a fixed greeting, a filler. */
  voice?: TextToSpeech | undefined;
  /** Answers in writing, for our voices, once the session has failed. */
  cascade: CallResponder;
}

/** Answers with a model that hears the caller and speaks itself; once it fails, the usual parts take over for good. */
export function createRealtimeResponder(call: ResponderCall, parts: RealtimeParts): CallResponder {
  const { line, cascade } = parts;
  /** Turns that the model has spoken itself. */
  const own = new Set<number>();

  async function* reply(request: ReplyRequest): AsyncGenerator<ReplyPart> {
    let said = '';
    // The person who takes the call over is no part of the conversation that the model hears.
    if (!line.isLost && request.cause !== 'handoff') {
      own.add(request.turn);
      line.isAnswering = true;
      try {
        for await (const part of speak(call, parts, request)) {
          if (part.type === 'sound') said += part.text;
          yield part;
        }
        return;
      } catch (error) {
        if (request.signal.aborted) throw error;
        line.lose(error);
        own.delete(request.turn);
      }
    }
    if (said !== '' && !/\s$/.test(said)) yield { type: 'text', text: ' ' };
    yield* cascade.reply(said === '' ? request : { ...request, turns: withBeginning(request, said) });
  }

  return {
    isDemo: false,
    reply,
    ears: line.recognizer,
    ...(parts.voice && { voice: parts.voice }),
    observe(event) {
      cascade.observe?.(event);
      noteOthers(event, line, own);
    },
    close() {
      line.close();
      cascade.close?.();
    },
  };
}

/** The session broke in the middle of an answer: what was said of it is not said again. */
function withBeginning({ turns }: ReplyRequest, text: string): ReplyRequest['turns'] {
  return [...turns, { speaker: 'agent', text, isInterrupted: true }];
}

/** The model learns what it has not heard or said itself: a given greeting, typed words, an earlier call. */
function noteOthers(event: CallEvent, line: RealtimeLine, own: ReadonlySet<number>): void {
  if (event.type === 'agent-turn') line.isAnswering = false;
  if (event.type === 'agent-turn' && event.text !== '' && !own.has(event.turn))
    line.note({ role: 'assistant', text: event.text });
  if (event.type === 'user-turn' && (event.isTyped || event.isReplayed))
    line.note({ role: 'user', text: event.text });
}

async function* speak(
  call: ResponderCall,
  parts: RealtimeParts,
  request: ReplyRequest,
): AsyncGenerator<ReplyPart> {
  const { line } = parts;
  const session = await line.session(request.signal);
  const instructions = await instructionsFor(call, parts, request);
  if (request.cause !== 'answer') line.note({ role: 'user', text: stageDirections[request.cause] });
  const replies: RealtimeReply[] = [];
  const cut = () => cutReplies(session, replies, request.heardMs?.() ?? 0);
  request.signal.addEventListener('abort', cut, { once: true });
  for (let calls = 0; ; ) {
    const reply = (calls === 0 && line.takeEarly(instructions)) || session.reply(instructions);
    replies.push(reply);
    if (request.signal.aborted) cut();
    const asked: FunctionCall[] = [];
    yield* readReply(parts, session, reply, request, asked);
    calls += asked.length;
    if (asked.length === 0 || calls > maxFunctionCalls) return;
    let isLast = false;
    for (const one of asked) {
      const answer = await request.callFunction(one);
      session.noteResult(one.toolId, answer.result);
      isLast ||= answer.isLast;
    }
    if (isLast) return;
  }
}

function instructionsFor(
  call: ResponderCall,
  { findPassages, line }: RealtimeParts,
  request: ReplyRequest,
): Promise<string> {
  const { agent, llm } = call.snapshot;
  const { signal, turn, emit } = request;
  const words = request.cause === 'answer' ? lastWordsOf(request.turns) : '';
  const search = {
    signal,
    turn,
    emit: (event: Parameters<Parameters<FindPassages>[1]['emit']>[0]) => {
      if (event.type === 'step-start' || event.type === 'step-end') emit({ ...event, turn });
    },
  };
  return findPassages(words, search).then((passages) => {
    const instructions = systemPrompt({
      generalPrompt: llm.generalPrompt,
      language: agent.language,
      variables: request.variables,
      builtIn: call.builtIn,
      passages,
      guidance: request.guidance,
    });
    if (passages.length === 0) line.instructions = instructions;
    return instructions;
  });
}

/** Passes a reply on, with a step of the trace. */
async function* readReply(
  { model, costOf }: RealtimeParts,
  session: RealtimeSession,
  reply: RealtimeReply,
  { turn, emit, turns }: ReplyRequest,
  asked: FunctionCall[],
): AsyncGenerator<ReplyPart> {
  const startedAt = performance.now();
  const step = { stepId: randomUUID(), kind: 'model', name: model, turn } as const;
  const messages = [{ role: 'user', text: lastWordsOf(turns) }];
  emit({
    type: 'step-start',
    ...step,
    input: { provider: 'openai', modelId: model, isDemo: false, messages },
  });
  let text = '';
  let firstTokenMs: number | undefined;
  let stopWatch = session.watch(reply);
  const end = (rest: object) => {
    const ms = Math.round(performance.now() - startedAt);
    const first = firstTokenMs === undefined ? {} : { firstTokenMs };
    emit({ type: 'step-end', ...step, output: { text, finishReason: 'stop' }, ms, ...first, ...rest });
  };
  try {
    for await (const part of reply.parts()) {
      stopWatch();
      stopWatch = session.watch(reply);
      firstTokenMs ??= Math.round(performance.now() - startedAt);
      if (part.type === 'words') {
        text += part.text;
        yield { type: 'sound', text: part.text };
      } else if (part.type === 'sound') {
        yield { type: 'sound', text: '', sound: { format: { sampleRate }, samples: part.samples } };
      } else if (part.type === 'call') asked.push(part);
      else if (part.usage) {
        const { input_tokens: inputTokens, output_tokens: outputTokens } = part.usage;
        end({ usage: { inputTokens, outputTokens }, costUsd: costOf(model, part.usage) });
      } else end({});
    }
  } catch (error) {
    end({ error: error instanceof Error ? error.message : String(error) });
    throw error;
  } finally {
    stopWatch();
  }
}

/** The caller interrupted: what was not heard never was for the model either. */
function cutReplies(session: RealtimeSession, replies: readonly RealtimeReply[], heardMs: number): void {
  let rest = heardMs;
  for (const reply of replies) {
    session.cut(reply, Math.min(rest, reply.soundMs));
    rest = Math.max(0, rest - reply.soundMs);
  }
}
