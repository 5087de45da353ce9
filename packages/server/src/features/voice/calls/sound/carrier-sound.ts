import { decodeG711, encodeG711 } from '@tendril/voice/audio/g711';
import type { AudioFrame } from '@tendril/voice/audio-format';
import type { CarrierMessage } from './carrier-message.ts';
import { IncomingSound } from './incoming-sound.ts';
import type { LineSound } from './line-sound.ts';
import { PlayedClock } from './played-clock.ts';

export type StreamCarrier = 'twilio' | 'telnyx';

/** A media stream of a carrier, by its first message. */
export interface CarrierStream {
  readonly carrier: StreamCarrier;
  readonly streamId: string;
}

/** How a carrier writes what it is sent. */
interface StreamDialect {
  media(streamId: string, payload: string): object;
  mark(streamId: string, name: string): object;
  clear(streamId: string): object;
}

const dialects: Readonly<Record<StreamCarrier, StreamDialect>> = {
  twilio: {
    media: (streamSid, payload) => ({ event: 'media', streamSid, media: { payload } }),
    mark: (streamSid, name) => ({ event: 'mark', streamSid, mark: { name } }),
    clear: (streamSid) => ({ event: 'clear', streamSid }),
  },
  telnyx: {
    media: (_, payload) => ({ event: 'media', media: { payload } }),
    mark: (_, name) => ({ event: 'mark', mark: { name } }),
    clear: () => ({ event: 'clear' }),
  },
};

const sampleRate = 8000;
const msPerSample = 1000 / sampleRate;
/** A mark follows so much sound. */
const markEveryMs = 100;

/** The carrier's socket. */
interface StreamSocket {
  send(text: string): void;
  close(): void;
}

interface StreamEvents {
  onDigit(digit: string): void;
  /** The carrier has ended the stream. */
  onStop(): void;
}

/** What a carrier's stream carries, mu-law both ways. */
export class CarrierSound implements LineSound {
  readonly format = { sampleRate };
  readonly incoming = new IncomingSound();
  readonly #dialect: StreamDialect;
  readonly #streamId: string;
  readonly #socket: StreamSocket;
  readonly #events: StreamEvents;
  readonly #played = new PlayedClock();
  #unmarkedMs = 0;
  #isOver = false;

  constructor({ carrier, streamId }: CarrierStream, socket: StreamSocket, events: StreamEvents) {
    this.#dialect = dialects[carrier];
    this.#streamId = streamId;
    this.#socket = socket;
    this.#events = events;
  }

  /** Takes what the carrier sends. */
  take(message: CarrierMessage): void {
    if (this.#isOver) return;
    if (message.event === 'media') this.#hear(message.media);
    else if (message.event === 'mark') this.#played.note(message.mark.name);
    else if (message.event === 'dtmf') this.#events.onDigit(message.dtmf.digit);
    else if (message.event === 'stop') this.#events.onStop();
  }

  play({ samples }: AudioFrame): void {
    if (this.#isOver) return;
    const ms = samples.length * msPerSample;
    const payload = Buffer.from(encodeG711('pcmu', samples)).toString('base64');
    this.#send(this.#dialect.media(this.#streamId, payload));
    const mark = this.#played.send(ms);
    this.#unmarkedMs += ms;
    if (this.#unmarkedMs < markEveryMs) return;
    this.#unmarkedMs = 0;
    this.#send(this.#dialect.mark(this.#streamId, mark));
  }

  clear(): void {
    if (this.#isOver) return;
    this.#played.clear();
    this.#unmarkedMs = 0;
    this.#send(this.#dialect.clear(this.#streamId));
  }

  playedMs(): number {
    return this.#played.playedMs();
  }

  /** The socket is gone, closed by either side. */
  lose(): void {
    this.#isOver = true;
    this.incoming.end();
  }

  close(): void {
    if (this.#isOver) return;
    this.lose();
    this.#socket.close();
  }

  #hear({ track, chunk, timestamp, payload }: Extract<CarrierMessage, { event: 'media' }>['media']): void {
    if (track !== undefined && track !== 'inbound') return;
    const samples = decodeG711('pcmu', Buffer.from(payload, 'base64'));
    if (samples.length === 0) return;
    const place =
      chunk === undefined || timestamp === undefined
        ? {}
        : { place: { sequence: chunk, spokenMs: timestamp } };
    this.incoming.push({ format: this.format, samples, ...place });
  }

  #send(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }
}
