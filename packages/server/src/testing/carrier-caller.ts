import { decodeG711, encodeG711 } from '@tendril/voice/audio/g711';
import { WebSocket } from 'ws';

const frameSamples = 160;
const frameMs = 20;

type CarrierKind = 'twilio' | 'telnyx';

/** The carrier's end of a media stream, with a telephone behind it: it speaks 20 ms frames, and plays what it gets. */
export class CarrierCaller {
  readonly socket: WebSocket;
  /** Everything that was sent to it, in order. */
  readonly events: string[] = [];
  /** Samples played to the caller. */
  readonly heard: number[] = [];
  /** The code with which the server has closed the socket. */
  readonly closed: Promise<number>;
  readonly #kind: CarrierKind;
  readonly #timer: NodeJS.Timeout;
  #queue: (Int16Array | { mark: string })[] = [];
  #speech: Int16Array[] = [];
  #chunk = 0;
  #waiting: (() => void)[] = [];

  constructor(kind: CarrierKind, url: string, start: object) {
    this.#kind = kind;
    this.socket = new WebSocket(url);
    this.socket.on('error', () => {});
    this.socket.on('open', () => {
      this.#send({ event: 'connected', protocol: 'Call', version: '1.0.0' });
      this.#send({
        event: 'start',
        ...(kind === 'twilio' ? { streamSid: 'MZ1' } : { stream_id: 'S1' }),
        start,
      });
    });
    this.socket.on('message', (data: Buffer) => this.#take(JSON.parse(data.toString())));
    this.closed = new Promise((resolve) => this.socket.on('close', resolve));
    this.#timer = setInterval(() => this.#tick(), frameMs);
    this.socket.on('close', () => {
      clearInterval(this.#timer);
      this.#wake();
    });
  }

  press(digit: string): void {
    this.#send({ event: 'dtmf', dtmf: { track: 'inbound_track', digit } });
  }

  /** Says this next, at 8,000 samples a second. */
  say(samples: Int16Array): void {
    for (let at = 0; at < samples.length; at += frameSamples) {
      const frame = new Int16Array(frameSamples);
      frame.set(samples.subarray(at, at + frameSamples));
      this.#speech.push(frame);
    }
  }

  hangUp(): void {
    this.#send({ event: 'stop', stop: { callSid: 'CA1' } });
    this.socket.close();
  }

  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      if (this.socket.readyState === WebSocket.CLOSED)
        throw new Error(`closed after ${this.events.join(' ')}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Settles once the agent can be heard. */
  untilHeard(): Promise<void> {
    return this.until(() => this.heard.some((sample) => Math.abs(sample) > 500));
  }

  #take(message: { event: string; media?: { payload: string }; mark?: { name: string } }): void {
    this.events.push(message.event);
    if (message.media) this.#queue.push(decodeG711('pcmu', Buffer.from(message.media.payload, 'base64')));
    if (message.mark) this.#queue.push({ mark: message.mark.name });
    if (message.event === 'clear') {
      const dropped = this.#queue;
      this.#queue = [];
      // All pending marks come back at once.
      for (const one of dropped) if ('mark' in one) this.#send({ event: 'mark', mark: { name: one.mark } });
    }
    this.#wake();
  }

  #tick(): void {
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      if (!('mark' in next)) {
        this.heard.push(...next);
        break;
      }
      this.#send({ event: 'mark', mark: { name: next.mark } });
    }
    this.#chunk += 1;
    const payload = Buffer.from(
      encodeG711('pcmu', this.#speech.shift() ?? new Int16Array(frameSamples)),
    ).toString('base64');
    const media = {
      track: 'inbound',
      chunk: String(this.#chunk),
      timestamp: String(this.#chunk * frameMs),
      payload,
    };
    this.#send({ event: 'media', media });
    this.#wake();
  }

  #send(message: object): void {
    const id = this.#kind === 'twilio' ? { streamSid: 'MZ1' } : { stream_id: 'S1' };
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ ...id, ...message }));
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}
