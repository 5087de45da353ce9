import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import { argumentsText, toFinishReason, toUsage } from './chat-answer.ts';
import type { AnswerMessage, AnswerUsage, ChatAnswer, ToolCallPiece } from './chat-protocol.ts';
import { createEventReader } from './event-lines.ts';

interface OpenCall {
  id: string;
  name: string;
  input: string;
}

interface ChunkReader {
  read(chunk: ChatAnswer, emit: (part: LanguageModelV4StreamPart) => void): void;
  end(emit: (part: LanguageModelV4StreamPart) => void): void;
}

/** Text and reasoning are parts that open and close; only one is open at a time. */
function createTextParts() {
  let open: 'text' | 'reasoning' | undefined;
  return {
    add(kind: 'text' | 'reasoning', delta: string, emit: (part: LanguageModelV4StreamPart) => void): void {
      if (open !== kind) {
        this.close(emit);
        emit({ type: `${kind}-start`, id: kind });
        open = kind;
      }
      emit({ type: `${kind}-delta`, id: kind, delta });
    },
    close(emit: (part: LanguageModelV4StreamPart) => void): void {
      if (open) emit({ type: `${open}-end`, id: open });
      open = undefined;
    },
  };
}

/**
 * A tool call arrives in fragments: its name first, then its arguments; fragments without an index belong to the last
 * call.
 */
function createCallParts() {
  const calls = new Map<number, OpenCall>();
  return {
    count: () => calls.size,
    add(piece: ToolCallPiece, emit: (part: LanguageModelV4StreamPart) => void): void {
      const place = piece.index ?? (piece.id ? calls.size : Math.max(0, calls.size - 1));
      let call = calls.get(place);
      if (!call) {
        call = { id: piece.id || crypto.randomUUID(), name: piece.function?.name ?? '', input: '' };
        calls.set(place, call);
        emit({ type: 'tool-input-start', id: call.id, toolName: call.name });
      }
      const delta = argumentsText(piece);
      if (!delta) return;
      call.input += delta;
      emit({ type: 'tool-input-delta', id: call.id, delta });
    },
    close(emit: (part: LanguageModelV4StreamPart) => void): void {
      for (const { id, name, input } of calls.values()) {
        emit({ type: 'tool-input-end', id });
        emit({ type: 'tool-call', toolCallId: id, toolName: name, input: input || '{}' });
      }
    },
  };
}

function createChunkReader(toError: (message: string) => Error): ChunkReader {
  const texts = createTextParts();
  const calls = createCallParts();
  let raw: string | null | undefined;
  let usage: AnswerUsage | null | undefined;

  function readDelta(delta: AnswerMessage, emit: (part: LanguageModelV4StreamPart) => void): void {
    if (delta.reasoning_content) texts.add('reasoning', delta.reasoning_content, emit);
    if (delta.content) texts.add('text', delta.content, emit);
    if (delta.refusal) {
      texts.add('text', delta.refusal, emit);
      raw = 'content_filter';
    }
    for (const piece of delta.tool_calls ?? []) calls.add(piece, emit);
  }

  return {
    read({ choices, usage: reported, error }, emit) {
      if (error) throw toError(typeof error === 'string' ? error : (error.message ?? 'unknown error'));
      usage = reported ?? usage;
      const choice = choices?.[0];
      if (choice?.delta) readDelta(choice.delta, emit);
      raw ??= choice?.finish_reason;
    },
    end(emit) {
      texts.close(emit);
      calls.close(emit);
      emit({ type: 'finish', finishReason: toFinishReason(raw, calls.count() > 0), usage: toUsage(usage) });
    },
  };
}

/**
 * Turns the events of a streamed response into stream parts, flushed per network read. `toError` converts an error
 * event, `toAnswer` a chunk of another protocol.
 */
export function toChatStream(
  body: ReadableStream<Uint8Array>,
  toError: (message: string) => Error,
  toAnswer: (chunk: unknown) => ChatAnswer = (chunk) => chunk as ChatAnswer,
): ReadableStream<LanguageModelV4StreamPart> {
  const network = body.getReader();
  const readEvents = createEventReader();
  const reader = createChunkReader(toError);
  return new ReadableStream<LanguageModelV4StreamPart>({
    start: (controller) => controller.enqueue({ type: 'stream-start', warnings: [] }),
    async pull(controller) {
      let hasReported = false;
      const emit = (part: LanguageModelV4StreamPart) => {
        hasReported = true;
        controller.enqueue(part);
      };
      try {
        while (!hasReported) {
          const { done, value } = await network.read();
          for (const event of readEvents(value)) reader.read(toAnswer(parseShallowJson(event)), emit);
          if (!done) continue;
          reader.end(emit);
          controller.close();
        }
      } catch (error) {
        // A failed stream is not cancelled by its reader, so the socket has to be released here.
        await network.cancel(error).catch(() => {});
        throw error;
      }
    },
    cancel: (reason) => network.cancel(reason),
  });
}
