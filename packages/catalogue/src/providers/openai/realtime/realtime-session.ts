import { randomUUID } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import type { OutboundSocket } from '@tendril/contract/provider/outbound-socket';
import type { LiveSpeechConnection } from '../../../speech/speech-connection.ts';
import { brokenConnection } from '../../../speech/vendor-refusal.ts';
import { type RealtimeEvent, readRealtimeEvent, toRealtimeError } from './realtime-messages.ts';
import { RealtimeReply } from './realtime-reply.ts';

/** The only rate of the vendor's raw sound. */
export const realtimeRate = 24_000;

/** A function that the model may call. */
interface RealtimeTool {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

interface RealtimeSettings {
  model: string;
  /** The vendor's name of the voice. */
  voice: string;
  speed: number;
  /** Without a country; undefined for any. */
  language: string | undefined;
  instructions: string;
  tools: readonly RealtimeTool[];
  /** Noise is taken out of the caller's sound before the model hears it. */
  isDenoised?: boolean;
}

/** Something said that the session has not heard itself. */
export type KnownTurn = { role: 'user' | 'assistant'; text: string };

const vendor = 'OpenAI Realtime';
const transcriber = 'gpt-4o-mini-transcribe';
/** A session that does not report itself by then does not work. */
const longestOpenMs = 5000;
/** Longest silence within a reply. */
const longestSilenceMs = 8000;

type Waiting = { resolve(text: string): void; reject(error: unknown): void };
/** Errors after which nothing more comes; the others are about one request. */
const lastErrors = new Set(['session_expired', 'invalid_api_key', 'insufficient_quota']);

/**
 * A conversation with a speech-to-speech model. Its own detection of turns is off: what the caller said is handed
 * over in whole utterances, and replies are requested one by one.
 */
export class RealtimeSession {
  readonly #key: string;
  readonly #socket: OutboundSocket;
  #settings: RealtimeSettings;
  readonly #ready = Promise.withResolvers<void>();
  /** By the id that goes with the request, then by the vendor's. */
  readonly #replies = new Map<string, RealtimeReply>();
  readonly #commits: Waiting[] = [];
  readonly #transcripts = new Map<string, Waiting>();
  /** The reply that the vendor makes, and the one that waits for its end. */
  #active: RealtimeReply | undefined;
  #next: RealtimeReply | undefined;
  #isReady = false;
  #failure: { error: unknown } | undefined;

  private constructor(key: string, socket: OutboundSocket, settings: RealtimeSettings) {
    this.#key = key;
    this.#socket = socket;
    this.#settings = settings;
    this.#ready.promise.catch(() => undefined);
  }

  /** Throws the vendor's errors. */
  static async open(
    { key, baseUrl, openSocket }: Pick<LiveSpeechConnection, 'key' | 'baseUrl' | 'openSocket'>,
    settings: RealtimeSettings,
    signal: AbortSignal,
  ): Promise<RealtimeSession> {
    const address = `${baseUrl.replace(/^http/, 'ws')}/realtime?model=${encodeURIComponent(settings.model)}`;
    try {
      const socket = await openSocket(address, {
        headers: { authorization: `Bearer ${key}` },
        connectMs: longestOpenMs,
        maxMessageBytes: 4 * 1024 * 1024,
        signal,
      });
      const session = new RealtimeSession(key, socket, settings);
      session.#read().catch((error: unknown) => session.#fail(error));
      session.#send({ type: 'session.update', session: toSession(settings) });
      await session.#opened();
      return session;
    } catch (error) {
      signal.throwIfAborted();
      throw brokenConnection(vendor, error);
    }
  }

  get isBroken(): boolean {
    return this.#failure !== undefined;
  }

  /** Sound of the caller at 24 kHz. */
  append(samples: Int16Array): void {
    const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
    this.#send({ type: 'input_audio_buffer.append', audio: bytes.toString('base64') });
  }

  /** What was appended is dropped. */
  clear(): void {
    this.#send({ type: 'input_audio_buffer.clear' });
  }

  /** What was appended is a whole utterance: resolves with its words, and the item that holds it. */
  async commit(): Promise<{ itemId: string; text: Promise<string> }> {
    this.#throwIfBroken();
    const committed = Promise.withResolvers<string>();
    this.#commits.push(committed);
    this.#send({ type: 'input_audio_buffer.commit' });
    const itemId = await committed.promise;
    const waiting = Promise.withResolvers<string>();
    waiting.promise.catch(() => undefined);
    this.#transcripts.set(itemId, waiting);
    return { itemId, text: waiting.promise };
  }

  /** An utterance without words. */
  forget(itemId: string): void {
    this.#send({ type: 'conversation.item.delete', item_id: itemId });
  }

  /** Adds what the model has not heard or said itself. */
  note({ role, text }: KnownTurn): void {
    const content = [{ type: role === 'user' ? 'input_text' : 'output_text', text }];
    this.#send({ type: 'conversation.item.create', item: { type: 'message', role, content } });
  }

  noteResult(toolId: string, output: string): void {
    this.#send({
      type: 'conversation.item.create',
      item: { type: 'function_call_output', call_id: toolId, output },
    });
  }

  /** Requests a reply. `instructions` are in force from now on. */
  reply(instructions: string): RealtimeReply {
    const reply = new RealtimeReply();
    if (this.#failure) {
      reply.fail(this.#failure.error);
      return reply;
    }
    if (instructions !== this.#settings.instructions) {
      this.#settings = { ...this.#settings, instructions };
      this.#send({ type: 'session.update', session: { type: 'realtime', instructions } });
    }
    // The vendor makes one reply at a time: one that was stopped ends first.
    if (this.#active && !this.#active.isDone) this.#next = reply;
    else this.#create(reply);
    return reply;
  }

  /** Stops a reply; `heardMs` of its sound were heard, and the rest never was for the model either. */
  cut(reply: RealtimeReply, heardMs: number): void {
    if (!reply.isDone && reply.id) this.#send({ type: 'response.cancel', response_id: reply.id });
    if (this.#next === reply) this.#next = undefined;
    reply.isCancelled = true;
    if (reply.itemId === undefined || heardMs >= reply.soundMs) return;
    this.#send({
      type: 'conversation.item.truncate',
      item_id: reply.itemId,
      content_index: 0,
      audio_end_ms: Math.max(0, Math.floor(heardMs)),
    });
  }

  close(): void {
    this.#fail(new AppError('PROVIDER_UNAVAILABLE', `${vendor}: the session is closed.`));
    this.#socket.close();
  }

  /** A reply that has fallen silent ends the session: the caller must not wait for it. */
  watch(reply: RealtimeReply): () => void {
    const late = () => {
      if (reply.isDone) return;
      this.#fail(new AppError('PROVIDER_UNAVAILABLE', `${vendor} did not respond in time.`));
      this.#socket.close();
    };
    const timer = setTimeout(late, longestSilenceMs);
    return () => clearTimeout(timer);
  }

  async #opened(): Promise<void> {
    const late = new AppError('PROVIDER_UNAVAILABLE', `${vendor} did not respond in time.`);
    const timer = setTimeout(() => this.#ready.reject(late), longestOpenMs);
    try {
      await this.#ready.promise;
    } catch (error) {
      this.#socket.close();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #read(): Promise<void> {
    for await (const message of this.#socket.messages) {
      const event = readRealtimeEvent(message);
      if (event) this.#take(event);
    }
    const { code, reason } = await this.#socket.closed;
    const why = reason || `closed the connection with ${code}.`;
    this.#fail(new AppError('PROVIDER_UNAVAILABLE', `${vendor}: ${why}`));
  }

  #create(reply: RealtimeReply): void {
    const request = randomUUID();
    this.#active = reply;
    this.#replies.set(request, reply);
    this.#send({ type: 'response.create', event_id: request, response: { metadata: { request } } });
  }

  #take(event: RealtimeEvent): void {
    switch (event.type) {
      case 'session.created':
        return;
      case 'session.updated':
        this.#isReady = true;
        this.#ready.resolve();
        return;
      case 'input_audio_buffer.committed':
        this.#commits.shift()?.resolve(event.item_id);
        return;
      case 'conversation.item.input_audio_transcription.completed':
        this.#transcripts.get(event.item_id)?.resolve(event.transcript.trim());
        return;
      case 'conversation.item.input_audio_transcription.failed':
        this.#transcripts.get(event.item_id)?.reject(toRealtimeError(event.error, this.#key));
        return;
      case 'error':
        this.#takeError(toRealtimeError(event.error, this.#key), event.error);
        return;
      default:
        this.#takeReply(event);
    }
  }

  #takeReply(event: Extract<RealtimeEvent, { type: `response.${string}` }>): void {
    if (event.type === 'response.created') {
      const reply = this.#replies.get(event.response.metadata?.['request'] ?? '');
      if (!reply) return;
      reply.id = event.response.id;
      this.#replies.set(event.response.id, reply);
      // Given up before the vendor had named it.
      if (reply.isCancelled) this.#send({ type: 'response.cancel', response_id: event.response.id });
      return;
    }
    const reply = this.#replies.get(event.type === 'response.done' ? event.response.id : event.response_id);
    if (!reply) return;
    switch (event.type) {
      case 'response.output_audio.delta':
        reply.push({ type: 'sound', samples: toSamples(event.delta), itemId: event.item_id });
        return;
      case 'response.output_audio_transcript.delta':
        reply.push({ type: 'words', text: event.delta });
        return;
      case 'response.output_item.done': {
        const { type, call_id: toolId, name, arguments: given } = event.item;
        if (type === 'function_call' && toolId && name)
          reply.push({ type: 'call', toolId, name, arguments: given ?? '{}' });
        return;
      }
      case 'response.done': {
        const { status, status_details: details, usage } = event.response;
        if (status === 'failed' || status === 'incomplete')
          reply.fail(toRealtimeError(details?.error ?? { message: `The reply is ${status}.` }, this.#key));
        else reply.push({ type: 'end', usage: usage ?? undefined });
        const next = this.#next;
        this.#next = undefined;
        if (next) this.#create(next);
      }
    }
  }

  /** Before the session is ready any error ends it; later ones are mostly about one request. */
  #takeError(
    error: AppError,
    { code, event_id: request }: { code?: string | null; event_id?: string | null },
  ): void {
    this.#ready.reject(error);
    if (code === 'input_audio_buffer_commit_empty') this.#commits.shift()?.reject(error);
    else if (request && this.#replies.has(request)) this.#replies.get(request)?.fail(error);
    else if (!this.#isReady || lastErrors.has(code ?? '')) this.#fail(error);
  }

  #throwIfBroken(): void {
    if (this.#failure) throw this.#failure.error;
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#ready.reject(error);
    for (const waiting of this.#commits.splice(0)) waiting.reject(error);
    for (const waiting of this.#transcripts.values()) waiting.reject(error);
    this.#next?.fail(error);
    for (const reply of this.#replies.values()) if (!reply.isDone) reply.fail(error);
  }

  #send(message: object): void {
    if (!this.#failure) this.#socket.send(JSON.stringify(message));
  }
}

function toSession({ voice, speed, language, instructions, tools, isDenoised }: RealtimeSettings): object {
  const format = { type: 'audio/pcm', rate: realtimeRate };
  return {
    type: 'realtime',
    instructions,
    output_modalities: ['audio'],
    audio: {
      input: {
        format,
        transcription: { model: transcriber, ...(language && { language }) },
        // For telephones and headsets; the other kind is for the microphone of a room.
        ...(isDenoised && { noise_reduction: { type: 'near_field' } }),
        // Who speaks when is decided here.
        turn_detection: null,
      },
      output: { format, voice, ...(speed !== 1 && { speed: Math.max(0.25, Math.min(1.5, speed)) }) },
    },
    tools: tools.map(({ name, description, parameters }) => ({
      type: 'function',
      name,
      description,
      parameters,
    })),
    tool_choice: 'auto',
  };
}

function toSamples(base64: string): Int16Array {
  const bytes = Buffer.from(base64, 'base64');
  return Int16Array.from({ length: bytes.length >> 1 }, (_, index) => bytes.readInt16LE(index * 2));
}
