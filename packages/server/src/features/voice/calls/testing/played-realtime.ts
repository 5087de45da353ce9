import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** An event that the client sent. */
export interface SentEvent {
  type: string;
  [field: string]: unknown;
}

/** How one response is played: words and a tone of a length, or a function call. */
export interface PlayedResponse {
  text?: string;
  soundMs?: number;
  call?: { name: string; arguments: string };
  /** Nothing comes. */
  hangs?: boolean;
  /** Nothing comes after its sound. */
  waits?: boolean;
}

interface Connection {
  send(type: string, fields: object): void;
  /** The response that is made. */
  active: { id: string; stop: () => void } | undefined;
}

const samplesPerMs = 24;
const pieceMs = 100;

/**
 * OpenAI's realtime interface, with transcripts and responses in the order of a script; over HTTP it speaks, transcribes
 * and writes as the vendor's other interfaces do.
 */
export class PlayedRealtime {
  readonly sent: SentEvent[] = [];
  readonly opened: string[] = [];
  transcripts: string[] = [];
  responses: PlayedResponse[] = [];
  /** What the writing model answers, and what recognition finds, of whole files or in a session of its own. */
  written: string[] = [];
  heard: string[] = [];
  isDown = false;
  baseUrl = '';
  #count = 0;
  readonly #sockets: WebSocketServer;
  readonly #server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    response.end(this.#answer(request.url ?? '', body, response));
  });

  #answer(url: string, body: string, response: ServerResponse): string | Buffer {
    if (url === '/v1/audio/speech') return tone(600);
    if (url === '/v1/audio/transcriptions') return JSON.stringify({ text: this.heard.shift() ?? '' });
    // What is read out of the call afterwards is not streamed.
    if (!body.includes('"stream":true')) {
      response.writeHead(503);
      return '';
    }
    response.setHeader('content-type', 'text/event-stream');
    const chunk = (delta: object, finish: string | null) =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    const text = this.written.shift() ?? 'Yes.';
    return `${chunk({ content: text }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`;
  }

  constructor() {
    this.#sockets = new WebSocketServer({ noServer: true });
    this.#server.on('upgrade', (request, socket, head) => {
      if (this.isDown) {
        socket.destroy();
        return;
      }
      this.#sockets.handleUpgrade(request, socket, head, (one) => {
        this.opened.push(`${request.url} ${request.headers.authorization}`);
        this.#serve(one, request.url?.includes('intent=transcription') === true);
      });
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    this.baseUrl = `http://127.0.0.1:${port}/v1`;
    return port;
  }

  close(): void {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Its connections break. */
  drop(): void {
    for (const socket of this.#sockets.clients) socket.terminate();
  }

  of(type: string): SentEvent[] {
    return this.sent.filter((event) => event.type === type);
  }

  /** `onlyHears`: a session that transcribes and says nothing. */
  #serve(socket: WebSocket, onlyHears: boolean): void {
    const send = (type: string, fields: object) => {
      this.#count += 1;
      socket.send(JSON.stringify({ type, event_id: `event_${this.#count}`, ...fields }));
    };
    send('session.created', { session: { type: 'realtime', object: 'realtime.session', id: 'sess_1' } });
    let appended = 0;
    const connection: Connection = { send, active: undefined };
    socket.on('close', () => {
      connection.active = undefined;
    });
    socket.on('message', (data: Buffer) => {
      const event = JSON.parse(String(data)) as SentEvent;
      if (event.type === 'input_audio_buffer.append') {
        appended += Buffer.from(String(event['audio']), 'base64').length / 2;
        return;
      }
      this.sent.push(event);
      if (event.type === 'session.update') send('session.updated', { session: event['session'] as object });
      if (event.type === 'input_audio_buffer.clear') appended = 0;
      if (event.type === 'input_audio_buffer.commit') {
        this.sent.push({ type: 'test.committed', ms: appended / samplesPerMs });
        appended = 0;
        this.#transcribe(send, onlyHears ? this.heard : this.transcripts);
      }
      if (event.type === 'response.create') this.#respond(connection, event);
      if (event.type === 'response.cancel') {
        if (connection.active) connection.active.stop();
        else
          send('error', {
            error: {
              type: 'invalid_request_error',
              code: 'response_cancel_not_active',
              message: 'Cancellation failed: no active response found',
            },
          });
      }
      if (event.type === 'conversation.item.truncate') send('conversation.item.truncated', { ...event });
    });
  }

  #transcribe(send: (type: string, fields: object) => void, words: string[]): void {
    const itemId = `item_user_${this.#count}`;
    send('input_audio_buffer.committed', { previous_item_id: null, item_id: itemId });
    const transcript = words.shift() ?? '';
    setTimeout(
      () =>
        send('conversation.item.input_audio_transcription.completed', {
          item_id: itemId,
          content_index: 0,
          transcript,
          usage: { type: 'tokens', total_tokens: 22, input_tokens: 13, output_tokens: 9 },
        }),
      150,
    );
  }

  #respond(connection: Connection, event: SentEvent): void {
    const { send } = connection;
    const { metadata } = event['response'] as { metadata: object };
    if (connection.active) {
      send('error', {
        error: {
          type: 'invalid_request_error',
          code: 'conversation_already_has_active_response',
          message: 'Conversation already has an active response in progress',
          event_id: event['event_id'],
        },
      });
      return;
    }
    const played = this.responses.shift() ?? { text: 'Well.', soundMs: 400 };
    const id = `resp_${this.#count}`;
    const itemId = `item_agent_${this.#count}`;
    const place = { response_id: id, item_id: itemId, output_index: 0 };
    const done = (status: string) => {
      clearInterval(timer);
      connection.active = undefined;
      send('response.done', { response: { id, status, usage } });
    };
    send('response.created', { response: { id, status: 'in_progress', metadata } });
    const words = (played.text ?? '').split(/(?<=\s)/);
    for (const delta of words)
      if (delta !== '') send('response.output_audio_transcript.delta', { ...place, content_index: 0, delta });
    let left = (played.soundMs ?? 0) / pieceMs;
    const timer = setInterval(() => {
      const isOver = connection.active?.id !== id;
      if (isOver) clearInterval(timer);
      if (isOver || played.hangs) return;
      if (left > 0) {
        left -= 1;
        const delta = tone(pieceMs).toString('base64');
        send('response.output_audio.delta', { ...place, content_index: 0, delta });
        return;
      }
      if (played.waits) return;
      if (played.call) {
        const item = { id: itemId, type: 'function_call', call_id: `call_${id}`, ...played.call };
        send('response.output_item.done', { response_id: id, output_index: 0, item });
      }
      done('completed');
    }, 10);
    connection.active = { id, stop: () => done('cancelled') };
  }
}

const usage = {
  total_tokens: 300,
  input_tokens: 200,
  output_tokens: 100,
  input_token_details: {
    text_tokens: 120,
    audio_tokens: 80,
    cached_tokens: 50,
    cached_tokens_details: { text_tokens: 40, audio_tokens: 10 },
  },
  output_token_details: { text_tokens: 30, audio_tokens: 70 },
};

/** What one response of the script costs with gpt-realtime, in US dollars. */
export const responseCostUsd = (80 * 4 + 70 * 32 + 50 * 0.4 + 30 * 16 + 70 * 64) / 1_000_000;

function tone(ms: number): Buffer {
  const samples = Int16Array.from({ length: ms * samplesPerMs }, (_, index) =>
    Math.round(6000 * Math.sin(index / 10)),
  );
  return Buffer.from(samples.buffer);
}
