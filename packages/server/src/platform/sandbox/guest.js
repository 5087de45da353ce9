// Evaluated inside every virtual machine before the user's code; whatever it needs later is taken here,
// because the user's code may replace any built-in afterwards. Only strings, numbers and booleans cross to `host`.

{
  const { host } = globalThis;
  delete globalThis.host;
  const { parse, stringify } = JSON;
  const { defineProperty, keys } = Object;
  const PromiseOfStart = Promise;
  const ErrorOfStart = Error;
  const HeadersOfStart = Headers;
  const StringOfStart = String;
  const SearchParamsOfStart = URLSearchParams;
  const waiting = { __proto__: null };
  const timers = { __proto__: null };
  let lastTimer = 0;

  function define(name, value) {
    defineProperty(globalThis, name, { __proto__: null, value, writable: true, configurable: true });
  }

  function ask(kind, text) {
    const id = host(kind, text);
    if (id < 0) throw new ErrorOfStart('Too many requests and timers at once.');
    return new PromiseOfStart((resolve, reject) => {
      waiting[id] = { __proto__: null, resolve, reject };
    });
  }

  function settle(id, isAnswered, text) {
    const { resolve, reject } = waiting[id];
    delete waiting[id];
    if (isAnswered) resolve(parse(text));
    else reject(new ErrorOfStart(text));
  }

  function show(value) {
    try {
      if (typeof value === 'string') return value;
      if (value instanceof ErrorOfStart) return `${value.name}: ${value.message}`;
      return stringify(value) ?? StringOfStart(value);
    } catch {
      return '(a value that cannot be shown)';
    }
  }

  function describe(error) {
    try {
      const isError = error instanceof ErrorOfStart;
      const stack = isError ? StringOfStart(error.stack) : '';
      const isMemory = isError && error.name === 'InternalError' && error.message === 'out of memory';
      return stringify({ __proto__: null, text: show(error), stack, isMemory });
    } catch {
      return '{"text":"The code threw something that cannot be read.","stack":"","isMemory":false}';
    }
  }

  function checkItem(key, item) {
    if (typeof item === 'function') throw new ErrorOfStart(`the value of "${key}" is a function`);
    if (typeof item === 'symbol') throw new ErrorOfStart(`the value of "${key}" is a symbol`);
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') {
      throw new ErrorOfStart(`the key "${key}" is not allowed`);
    }
    return item;
  }

  async function start(body) {
    let value;
    try {
      value = await body();
    } catch (error) {
      host('thrown', describe(error));
      return;
    }
    try {
      const text = stringify(value, checkItem);
      if (text === undefined) host('nothing', '');
      else host('returned', text);
    } catch (error) {
      host('refused', describe(error));
    }
  }

  function install(text) {
    const values = parse(text);
    for (const name of keys(values)) define(name, values[name]);
  }

  function startTimer(callback, delay, values, isRepeated) {
    if (typeof callback !== 'function') throw new ErrorOfStart('A timer needs a function.');
    const timer = ++lastTimer;
    const sleep = () => ask('sleep', StringOfStart(+delay || 0));
    const first = sleep();
    timers[timer] = true;
    wait();
    return timer;

    async function wait() {
      await first;
      while (timers[timer]) {
        if (!isRepeated) delete timers[timer];
        try {
          callback(...values);
        } catch (error) {
          host('error', `Uncaught ${show(error)}`);
        }
        if (timers[timer]) await sleep();
      }
    }
  }

  function stopTimer(timer) {
    delete timers[timer];
  }

  async function fetch(address, init = {}) {
    const headers = new HeadersOfStart(init.headers ?? {});
    if (init.body instanceof SearchParamsOfStart && !headers.has('content-type')) {
      headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
    }
    const isBodyText = typeof init.body === 'string' || init.body instanceof SearchParamsOfStart;
    if (init.body != null && !isBodyText) throw new ErrorOfStart('The body of a request must be text.');
    const pairs = { __proto__: null };
    headers.forEach((value, name) => {
      pairs[name] = value;
    });
    const question = { __proto__: null, url: StringOfStart(address), headers: pairs };
    question.method = StringOfStart(init.method ?? 'GET').toUpperCase();
    if (init.body != null) question.body = StringOfStart(init.body);
    const { status, headers: answered, text } = await ask('fetch', stringify(question));
    return {
      ok: status >= 200 && status < 300,
      status,
      url: question.url,
      headers: new HeadersOfStart(answered),
      text: async () => text,
      json: async () => parse(text),
    };
  }

  // Tools written for other builders begin with this line, although `fetch` is there without it.
  function require(name) {
    if (name === 'node-fetch') return fetch;
    throw new ErrorOfStart(`There are no modules here: "${name}" cannot be loaded.`);
  }

  function allowFetch() {
    define('fetch', fetch);
    define('require', require);
  }

  const console = {};
  for (const level of ['debug', 'info', 'log', 'warn', 'error']) {
    console[level] = (...values) => {
      let line = '';
      for (let index = 0; index < values.length; index++)
        line += (index > 0 ? ' ' : '') + show(values[index]);
      host(level, line);
    };
  }
  define('console', console);
  define('setTimeout', (callback, delay, ...values) => startTimer(callback, delay, values, false));
  define('setInterval', (callback, delay, ...values) => startTimer(callback, delay, values, true));
  define('clearTimeout', stopTimer);
  define('clearInterval', stopTimer);

  ({ allowFetch, describe, install, settle, start });
}
