// `Blob`, `File` and `FormData`, and how each body of a request or answer becomes bytes.

{
  const { TextDecoderOfEngine, require } = globalThis.partScope;
  delete globalThis.partScope;
  const encoder = new TextEncoder();

  function bytesOf(part) {
    if (part instanceof Uint8Array) return part;
    if (part instanceof ArrayBuffer) return new Uint8Array(part);
    if (ArrayBuffer.isView(part)) return new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
    return encoder.encode(`${part}`);
  }

  function join(pieces) {
    const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }

  function decode(bytes) {
    return new TextDecoderOfEngine('utf-8').decode(bytes);
  }

  function streamOf(bytes) {
    const { ReadableStream } = require('web-streams');
    return new ReadableStream({
      type: 'bytes',
      start(controller) {
        if (bytes.length > 0) controller.enqueue(bytes.slice());
        controller.close();
      },
    });
  }

  let readBlob;

  class Blob {
    #bytes;
    #type;

    static {
      readBlob = (blob) => blob.#bytes;
    }

    constructor(parts = [], { type = '' } = {}) {
      const pieces = [...parts];
      this.#bytes = join(pieces.map((part) => (part instanceof Blob ? part.#bytes : bytesOf(part))));
      this.#type = `${type}`.toLowerCase();
    }

    get size() {
      return this.#bytes.length;
    }

    get type() {
      return this.#type;
    }

    get [Symbol.toStringTag]() {
      return 'Blob';
    }

    slice(start, end, type = '') {
      return new Blob([this.#bytes.slice(start, end)], { type });
    }

    async text() {
      return decode(this.#bytes);
    }

    async arrayBuffer() {
      return this.#bytes.slice().buffer;
    }

    async bytes() {
      return this.#bytes.slice();
    }

    stream() {
      return streamOf(this.#bytes);
    }
  }

  class File extends Blob {
    #name;
    #lastModified;

    constructor(parts, name, options = {}) {
      super(parts, options);
      this.#name = `${name}`;
      this.#lastModified = options.lastModified ?? Date.now();
    }

    get name() {
      return this.#name;
    }

    get lastModified() {
      return this.#lastModified;
    }

    get [Symbol.toStringTag]() {
      return 'File';
    }
  }

  class FormData {
    #entries = [];

    append(name, value, fileName) {
      this.#entries.push([`${name}`, entryOf(value, fileName)]);
    }

    set(name, value, fileName) {
      const at = this.#entries.findIndex(([known]) => known === `${name}`);
      this.#entries = this.#entries.filter(([known], index) => known !== `${name}` || index === at);
      if (at < 0) this.append(name, value, fileName);
      else this.#entries[at] = [`${name}`, entryOf(value, fileName)];
    }

    delete(name) {
      this.#entries = this.#entries.filter(([known]) => known !== `${name}`);
    }

    get(name) {
      return this.getAll(name)[0] ?? null;
    }

    getAll(name) {
      return this.#entries.filter(([known]) => known === `${name}`).map(([, value]) => value);
    }

    has(name) {
      return this.#entries.some(([known]) => known === `${name}`);
    }

    forEach(callback, self) {
      for (const [name, value] of this.#entries) callback.call(self, value, name, this);
    }

    *entries() {
      yield* this.#entries.map(([name, value]) => [name, value]);
    }

    *keys() {
      for (const [name] of this.#entries) yield name;
    }

    *values() {
      for (const [, value] of this.#entries) yield value;
    }

    [Symbol.iterator]() {
      return this.entries();
    }

    get [Symbol.toStringTag]() {
      return 'FormData';
    }
  }

  function entryOf(value, fileName) {
    if (!(value instanceof Blob)) return `${value}`;
    if (value instanceof File && fileName === undefined) return value;
    return new File([value], fileName ?? 'blob', { type: value.type });
  }

  function quoted(name) {
    return name.replace(/\n/g, '%0A').replace(/\r/g, '%0D').replace(/"/g, '%22');
  }

  function encodeForm(form) {
    const boundary = `----form${crypto.randomUUID().replaceAll('-', '')}`;
    const pieces = [];
    for (const [name, value] of form) {
      const isFile = typeof value !== 'string';
      const file = isFile
        ? `; filename="${quoted(value.name)}"\r\nContent-Type: ${value.type || 'application/octet-stream'}`
        : '';
      pieces.push(
        bytesOf(`--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${file}\r\n\r\n`),
      );
      pieces.push(isFile ? readBlob(value) : bytesOf(value.replace(/\r?\n/g, '\r\n')), bytesOf('\r\n'));
    }
    pieces.push(bytesOf(`--${boundary}--\r\n`));
    return { content: join(pieces), type: `multipart/form-data; boundary=${boundary}` };
  }

  /** What a body is sent as (text, bytes or a stream), and the type that goes with it when none is given. */
  function encodeBody(body) {
    if (body == null) return { content: null };
    if (typeof body === 'string') return { content: body, type: 'text/plain;charset=UTF-8' };
    if (body instanceof URLSearchParams) {
      return { content: `${body}`, type: 'application/x-www-form-urlencoded;charset=UTF-8' };
    }
    if (body instanceof Blob) return { content: readBlob(body), type: body.type || undefined };
    if (body instanceof FormData) return encodeForm(body);
    if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return { content: bytesOf(body).slice() };
    if (typeof body.getReader === 'function') return { content: body };
    return { content: `${body}`, type: 'text/plain;charset=UTF-8' };
  }

  ({ Blob, File, FormData, bytesOf, decode, encodeBody, join, streamOf });
}
