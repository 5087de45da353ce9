// `Request`, `Response` and `fetch`, which asks the server. An answer comes whole.

{
  const { ask, forget, hasFetch, require, readPart } = globalThis.partScope;
  delete globalThis.partScope;
  const { Blob, FormData, bytesOf, decode, encodeBody, join, streamOf } = readPart('body');
  const withoutBody = [101, 204, 205, 304];
  const methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH'];

  class Body {
    #content;
    #stream;
    #isUsed = false;

    constructor(content) {
      this.#content = content;
    }

    get bodyUsed() {
      return this.#isUsed || this.#stream?.locked === true;
    }

    get body() {
      if (this.#content === null) return null;
      this.#stream ??=
        typeof this.#content.getReader === 'function' ? this.#content : streamOf(bytesOf(this.#content));
      return this.#stream;
    }

    /** The content: text stays text on its way, so that nobody has to guess whether bytes are one. */
    async take() {
      if (this.bodyUsed) throw new TypeError('Body is unusable: Body has already been read');
      this.#isUsed = true;
      const content = this.#content ?? '';
      if (typeof content === 'string' || content instanceof Uint8Array) return content;
      const pieces = [];
      for await (const piece of content) pieces.push(bytesOf(piece));
      return join(pieces);
    }

    /** The content for a copy of this body. */
    share() {
      if (this.bodyUsed) throw new TypeError('Response.clone: Body has already been consumed.');
      if (this.#content === null || typeof this.#content.getReader !== 'function') return this.#content;
      const [own, copy] = this.#content.tee();
      this.#content = own;
      this.#stream = own;
      return copy;
    }

    async text() {
      const content = await take.call(this);
      return typeof content === 'string' ? content : decode(content);
    }

    async json() {
      return JSON.parse(await this.text());
    }

    async bytes() {
      return bytesOf(await take.call(this)).slice();
    }

    async arrayBuffer() {
      return (await this.bytes()).buffer;
    }

    async blob() {
      const type = this.headers.get('content-type') ?? '';
      return new Blob([await take.call(this)], { type });
    }

    // Known from `node-fetch`.
    async buffer() {
      return require('node:buffer').Buffer.from(await this.arrayBuffer());
    }

    async formData() {
      const type = this.headers.get('content-type') ?? '';
      if (!type.includes('application/x-www-form-urlencoded')) {
        throw new TypeError('Only forms in the form of a query can be read here.');
      }
      const form = new FormData();
      for (const [name, value] of new URLSearchParams(await this.text())) form.append(name, value);
      return form;
    }
  }
  const { share, take } = Body.prototype;
  for (const name of ['share', 'take']) delete Body.prototype[name];

  function withType(headers, type) {
    if (type !== undefined && !headers.has('content-type')) headers.set('content-type', type);
    return headers;
  }

  function readAddress(address) {
    let url;
    try {
      url = new URL(`${address}`);
    } catch {
      throw new TypeError(`"${`${address}`.slice(0, 200)}" is not a valid address.`);
    }
    if (url.username || url.password) {
      throw new TypeError(
        'An address may not hold a name and password: send them in the Authorization header.',
      );
    }
    return url.href;
  }

  class Request extends Body {
    #url;
    #method;
    #headers;
    #init;

    constructor(input, init = {}) {
      const from = input instanceof Request ? input : undefined;
      const method = `${init.method ?? from?.method ?? 'GET'}`;
      const { content, type } =
        init.body === undefined && from ? { content: share.call(from) } : encodeBody(init.body);
      if (content !== null && /^(get|head)$/i.test(method)) {
        throw new TypeError('Request with GET/HEAD method cannot have body.');
      }
      super(content);
      this.#url = from ? from.url : readAddress(input);
      this.#method = methods.includes(method.toUpperCase()) ? method.toUpperCase() : method;
      this.#headers = withType(new Headers(init.headers ?? from?.headers ?? {}), type);
      this.#init = { signal: from?.signal, redirect: from?.redirect, ...init };
    }

    get url() {
      return this.#url;
    }

    get method() {
      return this.#method;
    }

    get headers() {
      return this.#headers;
    }

    get redirect() {
      return this.#init.redirect ?? 'follow';
    }

    get signal() {
      this.#init.signal ??= new AbortController().signal;
      return this.#init.signal;
    }

    get credentials() {
      return this.#init.credentials ?? 'same-origin';
    }

    get [Symbol.toStringTag]() {
      return 'Request';
    }

    clone() {
      return new Request(this);
    }
  }

  let createAnswer;

  class Response extends Body {
    #status;
    #statusText;
    #headers;
    #origin = { url: '', redirected: false, type: 'default' };

    static {
      createAnswer = ({ status, statusText, url, redirected, headers }, bytes) => {
        const hasBody = !withoutBody.includes(status);
        const response = new Response(hasBody ? bytes : null, {
          status: 200,
          statusText,
          headers,
        });
        response.#status = status;
        response.#origin = { url, redirected, type: 'basic' };
        return response;
      };
    }

    constructor(body = null, init = {}) {
      const status = init.status === undefined ? 200 : Number(init.status);
      if (!(status >= 200 && status <= 599)) {
        throw new RangeError('init["status"] must be in the range of 200 to 599, inclusive.');
      }
      const { content, type } = encodeBody(body);
      if (content !== null && withoutBody.includes(status)) {
        throw new TypeError('Response constructor: Invalid response status code');
      }
      super(content);
      this.#status = status;
      this.#statusText = `${init.statusText ?? ''}`;
      this.#headers = withType(new Headers(init.headers ?? {}), type);
    }

    static json(value, init = {}) {
      const headers = new Headers(init.headers ?? {});
      return new Response(JSON.stringify(value), { ...init, headers: withType(headers, 'application/json') });
    }

    static error() {
      const response = new Response();
      response.#status = 0;
      response.#origin = { ...response.#origin, type: 'error' };
      return response;
    }

    static redirect(url, status = 302) {
      const response = new Response(null, { headers: { location: new URL(url).href } });
      response.#status = status;
      return response;
    }

    get status() {
      return this.#status;
    }

    get statusText() {
      return this.#statusText;
    }

    get ok() {
      return this.#status >= 200 && this.#status < 300;
    }

    get headers() {
      return this.#headers;
    }

    get url() {
      return this.#origin.url;
    }

    get redirected() {
      return this.#origin.redirected;
    }

    get type() {
      return this.#origin.type;
    }

    get [Symbol.toStringTag]() {
      return 'Response';
    }

    clone() {
      const whole = new Response(share.call(this), { statusText: this.#statusText, headers: this.#headers });
      whole.#status = this.#status;
      whole.#origin = this.#origin;
      return whole;
    }
  }

  async function fetch(input, init) {
    const request = new Request(input, init);
    const { signal } = request;
    const question = {
      url: request.url,
      method: request.method,
      headers: [...request.headers],
      redirect: request.redirect,
    };
    const content = await take.call(request);
    signal.throwIfAborted();
    if (content !== '' && typeof content === 'string') question.body = content;
    const bytes = typeof content === 'string' ? undefined : content.slice().buffer;
    const { meta, bytes: answered } = await askOrAbort(JSON.stringify(question), bytes, signal);
    return createAnswer(meta, new Uint8Array(answered ?? 0));
  }

  function askOrAbort(question, bytes, signal) {
    let id;
    const answer = ask('fetch', question, bytes, (opened) => {
      id = opened;
    });
    return new Promise((resolve, reject) => {
      const stop = () => {
        forget(id);
        reject(signal.reason);
      };
      signal.addEventListener('abort', stop, { once: true });
      answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    });
  }

  function asModule() {
    if (!hasFetch()) throw new Error('Requests cannot be made here.');
    const { fetch: own } = globalThis;
    return Object.assign((...values) => own(...values), {
      default: own,
      Headers,
      Request,
      Response,
      FormData,
      Blob,
    });
  }

  ({ fetch, Request, Response, asModule });
}
