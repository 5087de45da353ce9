// What drivers of databases know of Node's network: connections that the server makes, and nothing else. Only drivers
// load it.

{
  const { ask, require: load, stringify } = globalThis.partScope;
  delete globalThis.partScope;
  const { Duplex } = load('stream');
  const { Buffer } = load('buffer');

  const step = (name, fields, bytes) => ask('socket', stringify({ step: name, ...fields }), bytes);
  const isIPv4 = (text) => /^\d{1,3}(\.\d{1,3}){3}$/.test(text);
  const isIPv6 = (text) => typeof text === 'string' && /^[\da-f:.]+$/i.test(text) && text.includes(':');
  const isIP = (text) => (isIPv4(text) ? 4 : isIPv6(text) ? 6 : 0);
  const unavailable = (name) => () => {
    throw new Error(`${name} does not exist here.`);
  };

  class Socket extends Duplex {
    #connection;
    #isReading = false;
    #wantsMore = false;
    #timeout;
    connecting = false;

    constructor() {
      super({ allowHalfOpen: true, autoDestroy: true });
    }

    connect(...given) {
      const callback = given.findLast((value) => typeof value === 'function');
      const [first, host] = given;
      const isPath = typeof first === 'string' && first.includes('/');
      const { path = isPath, ...target } = typeof first === 'object' ? first : { port: first, host };
      if (callback) this.once('connect', callback);
      if (path) queueMicrotask(() => this.destroy(new Error('Sockets of this machine do not exist here.')));
      else this.open(target);
      return this;
    }

    open({ host = 'localhost', port }) {
      this.connecting = true;
      const opened = step('open', { host: `${host}`, port: Number(port) });
      opened.then(
        ({ meta }) => this.begin(meta.connection, ['connect', 'ready']),
        (error) => this.destroy(error),
      );
    }

    begin(connection, events) {
      this.#connection = connection;
      this.connecting = false;
      for (const event of events) this.emit(event);
      void this.#readMore();
    }

    /** The connection for the one that encrypts it. */
    handOver() {
      const connection = this.#connection;
      this.#connection = undefined;
      return connection;
    }

    async #readMore() {
      if (this.#isReading || !this.#wantsMore) return;
      this.#isReading = true;
      try {
        while (this.#wantsMore && this.#connection !== undefined) {
          const { meta, bytes } = await step('read', { connection: this.#connection });
          if (meta.isMoved || this.#connection === undefined) return;
          if (meta.isEnd) {
            this.#wantsMore = false;
            this.push(null);
          } else this.#wantsMore = this.push(Buffer.from(bytes));
          this.#restartTimeout();
        }
      } catch (error) {
        this.destroy(error);
      } finally {
        this.#isReading = false;
      }
    }

    _read() {
      this.#wantsMore = true;
      void this.#readMore();
    }

    _write(chunk, encoding, callback) {
      if (this.connecting) {
        this.once('ready', () => this._write(chunk, encoding, callback));
        return;
      }
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
      step('write', { connection: this.#connection }, Uint8Array.from(bytes).buffer).then(
        () => callback(),
        callback,
      );
      this.#restartTimeout();
    }

    _final(callback) {
      step('end', { connection: this.#connection }).then(() => callback(), callback);
    }

    _destroy(error, callback) {
      clearTimeout(this.#timeout?.timer);
      const connection = this.handOver();
      if (connection !== undefined) step('close', { connection }).catch(() => {});
      callback(error);
    }

    #restartTimeout() {
      if (this.#timeout) this.setTimeout(this.#timeout.delayMs);
    }

    setTimeout(delayMs, callback) {
      clearTimeout(this.#timeout?.timer);
      if (callback) this.once('timeout', callback);
      this.#timeout =
        delayMs > 0 ? { delayMs, timer: setTimeout(() => this.emit('timeout'), delayMs) } : undefined;
      return this;
    }

    setNoDelay() {
      return this;
    }

    setKeepAlive() {
      return this;
    }

    ref() {
      return this;
    }

    unref() {
      return this;
    }

    address() {
      return {};
    }
  }

  class TLSSocket extends Socket {
    encrypted = true;
    authorized = false;
    alpnProtocol = false;

    encrypt(connection, { servername, host, rejectUnauthorized, ca, secureContext }) {
      const authorities = [ca ?? secureContext?.ca ?? []].flat().map(String);
      const fields = {
        connection,
        host: `${servername || host || ''}`,
        isChecked: rejectUnauthorized !== false,
        ...(authorities.length > 0 && { ca: authorities.join('\n') }),
      };
      step('encrypt', fields).then(
        () => {
          this.authorized = fields.isChecked;
          this.begin(connection, ['secureConnect', 'secure', 'ready']);
        },
        (error) => this.destroy(error),
      );
    }

    disableRenegotiation() {}

    getPeerCertificate() {
      return {};
    }

    getCipher() {
      return {};
    }
  }

  function connectEncrypted(...given) {
    const options = given.find((value) => typeof value === 'object') ?? {};
    const callback = given.findLast((value) => typeof value === 'function');
    const socket = new TLSSocket();
    socket.connecting = true;
    if (callback) socket.once('secureConnect', callback);
    if (options.socket) socket.encrypt(options.socket.handOver(), options);
    else
      step('open', { host: `${options.host}`, port: Number(options.port) }).then(
        ({ meta }) => socket.encrypt(meta.connection, options),
        (error) => socket.destroy(error),
      );
    return socket;
  }

  const connect = (...given) => new Socket().connect(...given);
  const net = { Socket, Stream: Socket, connect, createConnection: connect, isIP, isIPv4, isIPv6 };
  const tls = {
    TLSSocket,
    connect: connectEncrypted,
    createSecureContext: (options) => ({ ...options }),
    checkServerIdentity: () => undefined,
    rootCertificates: [],
  };

  const records = async (kind, name) => (await step('records', { kind, name: `${name}` })).meta.records;
  const promises = {
    resolveSrv: (name) => records('SRV', name),
    resolveTxt: (name) => records('TXT', name),
    lookup: async (host) => ({ address: host, family: 4 }),
  };
  const dns = { promises, lookup: (host, ...rest) => rest.at(-1)(null, host, 4) };

  const missing = (...given) => given.at(-1)?.(new Error('There are no files here.'));
  const refuse = async () => {
    throw new Error('There are no files here.');
  };
  const files = { access: refuse, readFile: refuse };
  const fs = { stat: missing, readFile: missing, readFileSync: unavailable('The file'), promises: files };
  const os = {
    EOL: '\n',
    arch: () => 'wasm32',
    endianness: () => 'LE',
    hostname: () => 'sandbox',
    platform: () => 'linux',
    release: () => '',
    type: () => 'Linux',
  };
  const zlibNames = ['inflate', 'deflate', 'inflateSync', 'deflateSync', 'createInflate', 'createDeflate'];
  const zlib = Object.fromEntries(zlibNames.map((name) => [name, unavailable('Compression')]));
  const channel = { hasSubscribers: false, publish() {}, subscribe() {}, unsubscribe() {} };
  const diagnostics = {
    channel: () => channel,
    tracingChannel: () => ({
      ...channel,
      traceSync: (call, _context, self, ...given) => call.apply(self, given),
    }),
  };

  ({
    net,
    tls,
    dns,
    fs,
    'fs/promises': files,
    os,
    zlib,
    http: { request: unavailable('The HTTP client') },
    child_process: { spawn: unavailable('Another program') },
    diagnostics_channel: diagnostics,
    'util/types': load('util').types,
  });
}
