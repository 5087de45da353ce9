import type { DisconnectionReason } from '@tendril/contract/call-event';
import type { OpenSocket, OutboundSocket, SocketEnd } from '@tendril/contract/provider/outbound-socket';
import { type LlmMessage, readLlmMessage } from './custom-llm-protocol.ts';

const beatMs = 2000;
const silentMs = 5000;
const reconnectDelaysMs = [0, 1000];
const echoEveryMs = 1000;
const maxMessageBytes = 1024 * 1024;
const maxUnsentBytes = 4 * 1024 * 1024;
const internalError = 1011;

interface CustomLlmLineParts {
  url: string;
  openSocket: OpenSocket;
  onMessage(message: LlmMessage): void;
  /** The socket was lost and is open again. */
  onReopen(): void;
  /** The socket is lost for good. */
  onLost(reason: DisconnectionReason, message: string): void;
}

/** The WebSocket to a custom LLM: parses its messages, sends pings, and reconnects if configured. */
export class CustomLlmLine {
  readonly #parts: CustomLlmLineParts;
  #socket: OutboundSocket | undefined;
  #isClosed = false;
  #reconnects = false;
  #beat: NodeJS.Timeout | undefined;
  #heardAt = 0;
  #echoedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: CustomLlmLineParts) {
    this.#parts = parts;
  }

  /** Throws the egress client's errors. */
  async open(): Promise<void> {
    const socket = await this.#parts.openSocket(this.#parts.url, { maxMessageBytes });
    if (this.#isClosed) return socket.close();
    this.#socket = socket;
    this.#heardAt = performance.now();
    this.#listen(socket).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      this.#giveUp('error_llm_websocket_runtime', message);
    });
  }

  send(message: object): void {
    const socket = this.#socket;
    if (!socket || this.#isClosed) return;
    if (socket.bufferedBytes > maxUnsentBytes) socket.close();
    else socket.send(JSON.stringify(message));
  }

  /** Pings the other side, and reconnects when it does not respond. */
  keepAlive(): void {
    if (this.#reconnects || this.#isClosed) return;
    this.#reconnects = true;
    this.#ping();
    this.#beat = setInterval(() => {
      if (performance.now() - this.#heardAt > silentMs) this.#socket?.close();
      else this.#ping();
    }, beatMs);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#beat);
    this.#socket?.close();
  }

  #ping(): void {
    this.send({ interaction_type: 'ping_pong', timestamp: Date.now() });
  }

  async #listen(socket: OutboundSocket): Promise<void> {
    for await (const frame of socket.messages) {
      if (this.#isClosed) break;
      this.#heardAt = performance.now();
      const message = readLlmMessage(frame);
      if (message === 'corrupt') {
        this.#giveUp(
          'error_llm_websocket_corrupt_payload',
          'The custom LLM sent something that is no message.',
        );
        return;
      }
      if (message?.response_type === 'ping_pong') this.#echo();
      else if (message) this.#parts.onMessage(message);
    }
    const end = await socket.closed;
    if (!this.#isClosed) await this.#dialAgain(end);
  }

  // Servers that answer every ping would start an endless exchange: a reply to our own ping needs no response.
  #echo(): void {
    const now = performance.now();
    if (this.#reconnects || now - this.#echoedAt < echoEveryMs) return;
    this.#echoedAt = now;
    this.#ping();
  }

  async #dialAgain({ code }: SocketEnd): Promise<void> {
    const isTheirs = code === internalError;
    if (!this.#reconnects)
      return this.#giveUp(
        isTheirs ? 'error_llm_websocket_runtime' : 'error_llm_websocket_lost_connection',
        `The custom LLM has closed the connection (${code}).`,
      );
    for (const delayMs of reconnectDelaysMs) {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (this.#isClosed) return;
      try {
        await this.open();
        return this.#parts.onReopen();
      } catch {
        // The next attempt, or the end, reports it.
      }
    }
    this.#giveUp('error_llm_websocket_lost_connection', 'The custom LLM could not be reached again.');
  }

  #giveUp(reason: DisconnectionReason, message: string): void {
    if (this.#isClosed) return;
    this.close();
    this.#parts.onLost(reason, message);
  }
}
