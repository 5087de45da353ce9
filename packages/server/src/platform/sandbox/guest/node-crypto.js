// What code asks of `require('crypto')`: hashes, signatures, ciphers, random values. The host does the arithmetic.

{
  const { call, require, readPart } = globalThis.partScope;
  delete globalThis.partScope;
  const { Buffer } = require('node:buffer');
  const { join } = readPart('body');

  function bytesOf(data, encoding) {
    if (typeof data === 'string') return Buffer.from(data, encoding === 'buffer' ? 'utf8' : encoding);
    if (data instanceof ArrayBuffer) return new Uint8Array(data);
    if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    if (data instanceof KeyObject) return data.bytes;
    throw new TypeError('The data must be text, a Buffer or another typed array.');
  }

  function ask(question, ...pieces) {
    const answer = call(
      'crypto',
      JSON.stringify(question),
      join(pieces.map((piece) => bytesOf(piece))).buffer,
    );
    return typeof answer === 'string' ? JSON.parse(answer) : Buffer.from(answer);
  }

  function given(buffer, encoding) {
    return encoding === undefined || encoding === 'buffer' ? buffer : buffer.toString(encoding);
  }

  class KeyObject {
    type = 'secret';

    constructor(bytes) {
      this.bytes = bytes;
    }

    export() {
      return Buffer.from(this.bytes);
    }
  }

  /** Collects data; what becomes of it is asked once, at the end. */
  class Collector {
    pieces = [];
    isEnded = false;

    update(data, encoding) {
      if (this.isEnded) throw new Error('Digest already called');
      this.pieces.push(bytesOf(data, encoding).slice());
      return this;
    }

    end() {
      if (this.isEnded) throw new Error('Digest already called');
      this.isEnded = true;
      return join(this.pieces);
    }
  }

  class Hash extends Collector {
    constructor(question, key) {
      super();
      this.question = question;
      this.key = key;
      // An unknown name is refused here and not at the end.
      ask(question, key, new Uint8Array());
    }

    copy() {
      const copy = new Hash(this.question, this.key);
      copy.pieces = [...this.pieces];
      return copy;
    }

    digest(encoding) {
      return given(ask(this.question, this.key, this.end()), encoding);
    }
  }

  function createHash(name, options) {
    const length = options?.outputLength;
    return new Hash({ kind: 'hash', name: `${name}`, length }, new Uint8Array());
  }

  function createHmac(name, key, options) {
    const bytes = bytesOf(key, options?.encoding);
    return new Hash({ kind: 'hmac', name: `${name}`, keyLength: bytes.length }, bytes);
  }

  function keyText(key) {
    const plain = key?.key ?? key;
    return typeof plain === 'string' ? plain : Buffer.from(bytesOf(plain)).toString('utf8');
  }

  class Sign extends Collector {
    constructor(name) {
      super();
      this.name = `${name}`;
    }

    sign(key, encoding) {
      return given(ask({ kind: 'sign', name: this.name, key: keyText(key) }, this.end()), encoding);
    }

    verify(key, signature, encoding) {
      const bytes = bytesOf(signature, encoding);
      const question = { kind: 'verify', name: this.name, key: keyText(key), signatureLength: bytes.length };
      return ask(question, bytes, this.end());
    }
  }

  const tagLength = 16;

  class Cipher extends Collector {
    isPadded = true;
    extra = new Uint8Array();
    tag = new Uint8Array();

    constructor(kind, name, key, start) {
      super();
      this.kind = kind;
      this.name = `${name}`;
      this.key = bytesOf(key);
      this.start = start == null ? new Uint8Array() : bytesOf(start);
      this.isAuthenticated = /gcm|poly1305/i.test(this.name);
    }

    setAutoPadding(isPadded = true) {
      this.isPadded = isPadded;
      return this;
    }

    setAAD(extra) {
      this.extra = bytesOf(extra);
      return this;
    }

    setAuthTag(tag) {
      this.tag = bytesOf(tag);
      return this;
    }

    getAuthTag() {
      return this.tag;
    }

    // Everything comes with `final`; joined together that is what Node gives.
    update(data, encoding, wanted) {
      super.update(data, encoding);
      return given(Buffer.alloc(0), wanted);
    }

    final(wanted) {
      const fields = [this.key, this.start, this.extra, this.tag];
      const question = {
        kind: this.kind,
        name: this.name,
        parts: fields.map(({ length }) => length),
        isPadded: this.isPadded,
      };
      const whole = ask(question, ...fields, this.end());
      if (this.kind === 'decrypt' || !this.isAuthenticated) return given(whole, wanted);
      this.tag = whole.subarray(whole.length - tagLength);
      return given(whole.subarray(0, whole.length - tagLength), wanted);
    }
  }

  function pbkdf2Sync(password, salt, iterations, length, name) {
    const bytes = bytesOf(salt);
    const question = { kind: 'pbkdf2', name: `${name}`, saltLength: bytes.length, iterations, length };
    return ask(question, bytes, password);
  }

  function randomBytes(size, callback) {
    const bytes = Buffer.alloc(size);
    // The engine gives at most this many at once.
    for (let at = 0; at < size; at += 65536) crypto.getRandomValues(bytes.subarray(at, at + 65536));
    if (callback) setTimeout(callback, 0, null, bytes);
    return callback ? undefined : bytes;
  }

  function randomInt(low, high) {
    const [from, to] = high === undefined ? [0, low] : [low, high];
    const range = to - from;
    if (!Number.isSafeInteger(range) || range <= 0)
      throw new RangeError('The range of randomInt is not valid.');
    const limit = Math.floor(2 ** 53 / range) * range;
    for (;;) {
      const [upper, lower] = crypto.getRandomValues(new Uint32Array(2));
      const value = (upper & 0x1fffff) * 2 ** 32 + lower;
      if (value < limit) return from + (value % range);
    }
  }

  function timingSafeEqual(left, right) {
    const [one, two] = [bytesOf(left), bytesOf(right)];
    if (one.length !== two.length) throw new RangeError('Input buffers must have the same byte length');
    let difference = 0;
    for (let at = 0; at < one.length; at++) difference |= one[at] ^ two[at];
    return difference === 0;
  }

  ({
    createHash,
    createHmac,
    createSign: (name) => new Sign(name),
    createVerify: (name) => new Sign(name),
    createCipheriv: (...values) => new Cipher('encrypt', ...values),
    createDecipheriv: (...values) => new Cipher('decrypt', ...values),
    createSecretKey: (key, encoding) => new KeyObject(bytesOf(key, encoding)),
    getHashes: () => ask({ kind: 'hashes' }),
    hash: (name, data, encoding = 'hex') => createHash(name).update(data).digest(encoding),
    pbkdf2Sync,
    pbkdf2: (password, salt, iterations, length, name, callback) =>
      setTimeout(callback, 0, null, pbkdf2Sync(password, salt, iterations, length, name)),
    randomBytes,
    randomFillSync: (bytes) => {
      bytesOf(bytes).set(randomBytes(bytes.byteLength));
      return bytes;
    },
    randomInt,
    randomUUID: () => crypto.randomUUID(),
    timingSafeEqual,
    getRandomValues: (bytes) => crypto.getRandomValues(bytes),
    subtle: crypto.subtle,
    webcrypto: crypto,
  });
}
