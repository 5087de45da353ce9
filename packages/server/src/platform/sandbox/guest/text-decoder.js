// `TextDecoder` for every encoding of the web: the engine knows UTF-8 and UTF-16, the host the others.

{
  const { TextDecoderOfEngine, call } = globalThis.partScope;
  delete globalThis.partScope;
  const native = { __proto__: null, 'utf-8': true, utf8: true, 'utf-16le': true };

  class TextDecoder {
    #engine;
    #label;
    #encoding;
    #options;

    constructor(label = 'utf-8', options = {}) {
      this.#label = `${label}`.trim().toLowerCase();
      this.#options = { fatal: options.fatal === true, ignoreBOM: options.ignoreBOM === true };
      if (native[this.#label]) {
        this.#engine = new TextDecoderOfEngine(this.#label, this.#options);
        this.#encoding = this.#engine.encoding;
      } else {
        this.#encoding = call('decode', this.#question());
      }
    }

    get encoding() {
      return this.#encoding;
    }

    get fatal() {
      return this.#options.fatal;
    }

    get ignoreBOM() {
      return this.#options.ignoreBOM;
    }

    get [Symbol.toStringTag]() {
      return 'TextDecoder';
    }

    decode(input = new Uint8Array(), options = {}) {
      if (this.#engine) return this.#engine.decode(input, options);
      const bytes = input.buffer ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength) : input;
      return call('decode', this.#question(), new Uint8Array(bytes).slice().buffer);
    }

    #question() {
      return JSON.stringify([this.#label, this.#options.fatal, this.#options.ignoreBOM]);
    }
  }

  ({ TextDecoder });
}
