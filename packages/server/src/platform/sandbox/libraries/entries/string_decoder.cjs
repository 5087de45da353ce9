// Node's `string_decoder` over the decoders of the web.

const { Buffer } = require('buffer');

class StringDecoder {
  constructor(encoding = 'utf8') {
    this.encoding = encoding;
    this.decoder = /^utf-?(8|16le)$/i.test(encoding) ? new TextDecoder(encoding) : undefined;
  }

  write(bytes) {
    return this.decoder
      ? this.decoder.decode(bytes, { stream: true })
      : Buffer.from(bytes).toString(this.encoding);
  }

  end(bytes) {
    const text = bytes ? this.write(bytes) : '';
    return this.decoder ? text + this.decoder.decode() : text;
  }
}

module.exports = { StringDecoder };
