import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import type { Answer } from './exchange.ts';
import { paceOf, type StreamPace } from './stream-pace.ts';

const decoder = new TextDecoder();
const noBytes = new Uint8Array(0);

/**
 * A `Response` that creates its headers and its stream lazily: reading a body whole costs half of what it costs with
 * the standard class.
 */
export class EgressResponse implements Response {
  readonly status: number;
  readonly statusText: string;
  readonly ok: boolean;
  readonly url: string;
  readonly redirected: boolean;
  readonly type = 'default';
  readonly #given: IncomingHttpHeaders;
  readonly #content: Answer['body'] | null;
  #headers: Headers | undefined;
  #stream: ReadableStream<Uint8Array<ArrayBuffer>> | undefined;
  #isTaken = false;

  constructor(
    { status, statusText, headers, body }: Answer,
    hasBody: boolean,
    url: string,
    redirected: boolean,
  ) {
    this.status = status;
    this.statusText = statusText;
    this.ok = status >= 200 && status < 300;
    this.url = url;
    this.redirected = redirected;
    this.#given = headers;
    this.#content = hasBody ? body : null;
    if (!hasBody) body.discard();
  }

  get headers(): Headers {
    this.#headers ??= toHeaders(this.#given);
    return this.#headers;
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    if (!this.#content) return null;
    const stream = this.#stream ?? (this.#isTaken ? lockedStream() : this.#content.stream(this.#pace()));
    this.#stream = stream;
    return stream;
  }

  get bodyUsed(): boolean {
    return this.#isTaken || (this.#stream !== undefined && Readable.isDisturbed(this.#stream as never));
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    if (!this.#content) return noBytes;
    if (this.#isTaken) throw new TypeError('Body is unusable: Body has already been read');
    // Somebody holds the stream: the standard class knows whether it may still be read.
    if (this.#stream) return new Uint8Array(await new Response(this.#stream).arrayBuffer());
    this.#isTaken = true;
    return this.#content.whole();
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = await this.bytes();
    return buffer.slice(byteOffset, byteOffset + byteLength);
  }

  async text(): Promise<string> {
    return decoder.decode(await this.bytes());
  }

  async json(): Promise<unknown> {
    const bytes = await this.bytes();
    return parseShallowJson(decoder.decode(bytes), bytes);
  }

  async blob(): Promise<Blob> {
    return this.#standard(await this.bytes()).blob();
  }

  async formData(): Promise<FormData> {
    return this.#standard(await this.bytes()).formData();
  }

  clone(): Response {
    if (this.bodyUsed || this.body?.locked)
      throw new TypeError('Response.clone: Body has already been consumed.');
    if (!this.body) return this.#standard(null);
    const [own, other] = this.body.tee();
    this.#stream = own;
    return this.#standard(other);
  }

  #pace(): StreamPace | undefined {
    return paceOf(this.#given['content-type']);
  }

  #standard(body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null): Response {
    const { status, statusText, headers } = this;
    return new Response(body, { status, statusText, headers });
  }
}

function toHeaders(given: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  return headers;
}

/** What the standard class shows after its body was read. */
function lockedStream(): ReadableStream<Uint8Array<ArrayBuffer>> {
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>();
  stream.getReader();
  return stream;
}
