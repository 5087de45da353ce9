import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { argumentsText, toFinishReason, toUsage } from './chat-answer.ts';
import type { AnswerMessage, AnswerUsage, ChatAnswer, ToolCallPiece } from './chat-protocol.ts';
import { createEventReader } from './event-lines.ts';

interface OpenCall {
  id: string;
  name: string;
  input: string;
}

interface ChunkReader {
  read(chunk: ChatAnswer, tell: (part: LanguageModelV4StreamPart) => void): void;
  end(tell: (part: LanguageModelV4StreamPart) => void): void;
}

/** Text and thoughts are parts that open and close; only one is open at a time. */
function createTextParts() {
  let open: 'text' | 'reasoning' | undefined;
  return {
    add(kind: 'text' | 'reasoning', delta: string, tell: (part: LanguageModelV4StreamPart) => void): void {
      if (open !== kind) {
        this.close(tell);
        tell({ type: `${kind}-start`, id: kind });
        open = kind;
      }
      tell({ type: `${kind}-delta`, id: kind, delta });
    },
    close(tell: (part: LanguageModelV4StreamPart) => void): void {
      if (open) tell({ type: `${open}-end`, id: open });
      open = undefined;
    },
  };
}

/** A tool call comes in pieces: its name first, then its arguments; pieces without an index belong to the last call. */
function createCallParts() {
  const calls = new Map<number, OpenCall>();
  return {
    count: () => calls.size,
    add(piece: ToolCallPiece, tell: (part: LanguageModelV4StreamPart) => void): void {
      const place = piece.index ?? (piece.id ? calls.size : Math.max(0, calls.size - 1));
      let call = calls.get(place);
      if (!call) {
        call = { id: piece.id || crypto.randomUUID(), name: piece.function?.name ?? '', input: '' };
        calls.set(place, call);
        tell({ type: 'tool-input-start', id: call.id, toolName: call.name });
      }
      const delta = argumentsText(piece);
      if (!delta) return;
      call.input += delta;
      tell({ type: 'tool-input-delta', id: call.id, delta });
    },
    close(tell: (part: LanguageModelV4StreamPart) => void): void {
      for (const { id, name, input } of calls.values()) {
        tell({ type: 'tool-input-end', id });
        tell({ type: 'tool-call', toolCallId: id, toolName: name, input: input || '{}' });
      }
    },
  };
}

function createChunkReader(toError: (message: string) => Error): ChunkReader {
  const texts = createTextParts();
  const calls = createCallParts();
  let raw: string | null | undefined;
  let usage: AnswerUsage | null | undefined;

  function readDelta(delta: AnswerMessage, tell: (part: LanguageModelV4StreamPart) => void): void {
    if (delta.reasoning_content) texts.add('reasoning', delta.reasoning_content, tell);
    if (delta.content) texts.add('text', delta.content, tell);
    if (delta.refusal) {
      texts.add('text', delta.refusal, tell);
      raw = 'content_filter';
    }
    for (const piece of delta.tool_calls ?? []) calls.add(piece, tell);
  }

  return {
    read({ choices, usage: told, error }, tell) {
      if (error) throw toError(typeof error === 'string' ? error : (error.message ?? 'unknown error'));
      usage = told ?? usage;
      const choice = choices?.[0];
      if (choice?.delta) readDelta(choice.delta, tell);
      raw ??= choice?.finish_reason;
    },
    end(tell) {
      texts.close(tell);
      calls.close(tell);
      tell({ type: 'finish', finishReason: toFinishReason(raw, calls.count() > 0), usage: toUsage(usage) });
    },
  };
}

/**
 * Turns the events of a streamed answer into stream parts: what one read of the network brings goes on at once.
 * `toError` makes the failure that an error event stands for.
 */
export function toChatStream(
  body: ReadableStream<Uint8Array>,
  toError: (message: string) => Error,
): ReadableStream<LanguageModelV4StreamPart> {
  const network = body.getReader();
  const readEvents = createEventReader();
  const reader = createChunkReader(toError);
  return new ReadableStream<LanguageModelV4StreamPart>({
    start: (controller) => controller.enqueue({ type: 'stream-start', warnings: [] }),
    async pull(controller) {
      let hasTold = false;
      const tell = (part: LanguageModelV4StreamPart) => {
        hasTold = true;
        controller.enqueue(part);
      };
      try {
        while (!hasTold) {
          const { done, value } = await network.read();
          for (const event of readEvents(value)) reader.read(JSON.parse(event) as ChatAnswer, tell);
          if (!done) continue;
          reader.end(tell);
          controller.close();
        }
      } catch (error) {
        // A failed stream is not cancelled by its reader: the socket has to be let go of here.
        await network.cancel(error).catch(() => {});
        throw error;
      }
    },
    cancel: (reason) => network.cancel(reason),
  });
}
