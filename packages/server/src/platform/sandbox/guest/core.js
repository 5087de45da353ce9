// Evaluated inside every virtual machine before the user's code; whatever it needs later is taken here,
// because the user's code may replace any built-in afterwards. Only strings, numbers, booleans and bytes cross to the
// functions of the host.

{
  const { host, callHost, loadPart, loadLibrary } = globalThis;
  for (const name of ['host', 'callHost', 'loadPart', 'loadLibrary']) delete globalThis[name];
  const { parse, stringify } = JSON;
  const { defineProperty, keys } = Object;
  const PromiseOfStart = Promise;
  const ErrorOfStart = Error;
  const StringOfStart = String;
  const errors = { __proto__: null, Error, RangeError, TypeError };
  const waiting = { __proto__: null };
  const timers = { __proto__: null };
  const parts = { __proto__: null };
  const modules = { __proto__: null };
  const TextDecoderOfEngine = TextDecoder;
  let lastTimer = 0;
  let hasFetch = false;

  function define(name, value) {
    defineProperty(globalThis, name, { __proto__: null, value, writable: true, configurable: true });
  }

  function open(kind, text, bytes) {
    const id = host(kind, text, bytes);
    if (id === -1) throw new ErrorOfStart('Too many requests and timers at once.');
    if (id === -2) throw new ErrorOfStart('The body of a request is larger than 8 MB.');
    return id;
  }

  /** Asks the server; `onOpen` gets what `forget` takes. */
  function ask(kind, text, bytes, onOpen) {
    const id = open(kind, text, bytes);
    onOpen?.(id);
    return new PromiseOfStart((resolve, reject) => {
      waiting[id] = { __proto__: null, resolve, reject };
    });
  }

  function forget(id) {
    delete waiting[id];
    host('forget', StringOfStart(id));
  }

  function settle(id, isAnswered, text, bytes) {
    if (!waiting[id]) return;
    const { resolve, reject } = waiting[id];
    delete waiting[id];
    if (isAnswered) resolve({ __proto__: null, meta: parse(text), bytes });
    else reject(new errors.TypeError(text));
  }

  /** Asks the host for what the engine cannot do; throws its error. */
  function call(word, text, bytes) {
    const answer = callHost(word, text, bytes);
    if (typeof answer !== 'string') return answer;
    if (answer[0] === '=') return answer.slice(1);
    const colon = answer.indexOf(':');
    throw new (errors[answer.slice(1, colon)] ?? ErrorOfStart)(answer.slice(colon + 1));
  }

  function readPart(name) {
    if (parts[name]) return parts[name];
    // The part takes it away before anything else.
    define('partScope', inside);
    parts[name] = loadPart(name);
    return parts[name];
  }

  // Most code touches few of these: each is built when it is first read.
  function defineLazily(part, names) {
    for (const name of names) {
      defineProperty(globalThis, name, {
        __proto__: null,
        get: () => {
          const value = part()[name];
          define(name, value);
          return value;
        },
        set: (value) => define(name, value),
        configurable: true,
      });
    }
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
    const delayText = StringOfStart(+delay || 0);
    arm();
    return timer;

    function arm() {
      const id = open('sleep', delayText);
      timers[timer] = id;
      waiting[id] = { __proto__: null, resolve: fire };
    }

    function fire() {
      if (!isRepeated) delete timers[timer];
      try {
        callback(...values);
      } catch (error) {
        host('error', `Uncaught ${show(error)}`);
      }
      if (isRepeated && timers[timer] !== undefined) arm();
    }
  }

  function stopTimer(timer) {
    const id = timers[timer];
    if (id === undefined) return;
    delete timers[timer];
    forget(id);
  }

  // What libraries read of Node's `process`; code has none.
  const processOfLibraries = {
    __proto__: null,
    browser: true,
    env: {},
    platform: 'linux',
    arch: 'wasm32',
    version: '',
    versions: {},
    cwd: () => '/',
    emitWarning: () => {},
    on: () => {},
    once: () => {},
    off: () => {},
    nextTick: (callback, ...values) => queueMicrotask(() => callback(...values)),
  };

  const ownModules = {
    __proto__: null,
    crypto: () => readPart('node-crypto'),
    'node-fetch': () => readPart('fetch').asModule(),
    timers: () => ({ setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate }),
    'timers/promises': () => ({
      setTimeout: (delay, value) => new PromiseOfStart((resolve) => setTimeout(resolve, delay, value)),
      setImmediate: (value) => new PromiseOfStart((resolve) => setTimeout(resolve, 0, value)),
    }),
  };

  // What drivers of databases load of Node; the code itself does not get them.
  const isDriver = (name) => /^(pg|mysql2|mongodb)(\/|$)/.test(name);

  function ofLibrary(base, given) {
    const name = given.startsWith('node:') ? given.slice(5) : given;
    if (base !== '' && name === 'process') return processOfLibraries;
    return isDriver(base) ? readPart('sockets')[name] : undefined;
  }

  function requireFrom(base) {
    return function require(given) {
      if (typeof given !== 'string') throw new errors.TypeError('The name of a module is text.');
      const part = ofLibrary(base, given);
      if (part) return part;
      const isInside = base !== '' && given.startsWith('./');
      return load(isInside ? base + given.slice(1) : given);
    };
  }

  function load(given) {
    const name = given.startsWith('node:') ? given.slice(5) : given;
    if (modules[name]) return modules[name].exports;
    const own = ownModules[name];
    if (own) {
      modules[name] = { exports: own() };
      return modules[name].exports;
    }
    const body = loadLibrary(name);
    if (typeof body === 'string') {
      const error = new ErrorOfStart(body);
      error.code = 'MODULE_NOT_FOUND';
      throw error;
    }
    const module = { exports: {} };
    modules[name] = module;
    try {
      body.call(module.exports, module, module.exports, requireFrom(name), processOfLibraries, globalThis);
    } catch (error) {
      delete modules[name];
      throw error;
    }
    return module.exports;
  }

  /** The text of an ES module that exports what a library holds. */
  function asImport(name) {
    const exports = load(name);
    const isModule = exports.__esModule === true && exports.default !== undefined;
    const named = keys(exports).filter((key) => /^[A-Za-z_$][\w$]*$/.test(key) && key !== 'default');
    const lines = named.map(
      (key, at) => `const v${at} = held[${stringify(key)}]; export { v${at} as ${key} };`,
    );
    const text = `const held = globalThis.require(${stringify(name)}); export default held${isModule ? '.default' : ''};`;
    return text + lines.join('');
  }

  function allowFetch() {
    hasFetch = true;
    defineLazily(() => readPart('fetch'), ['fetch']);
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
  define('require', requireFrom(''));
  define('setTimeout', (callback, delay, ...values) => startTimer(callback, delay, values, false));
  define('setInterval', (callback, delay, ...values) => startTimer(callback, delay, values, true));
  define('setImmediate', (callback, ...values) => startTimer(callback, 0, values, false));
  define('clearTimeout', stopTimer);
  define('clearInterval', stopTimer);
  define('clearImmediate', stopTimer);

  defineLazily(() => readPart('text-decoder'), ['TextDecoder']);
  defineLazily(
    () => readPart('abort'),
    ['Event', 'EventTarget', 'CustomEvent', 'AbortController', 'AbortSignal'],
  );
  defineLazily(() => readPart('body'), ['Blob', 'File', 'FormData']);
  defineLazily(() => readPart('fetch'), ['Request', 'Response']);
  defineLazily(() => load('buffer'), ['Buffer']);
  defineLazily(
    () => load('web-streams'),
    [
      'ReadableStream',
      'WritableStream',
      'TransformStream',
      'ByteLengthQueuingStrategy',
      'CountQueuingStrategy',
    ],
  );
  defineLazily(() => readPart('intl'), ['Intl']);
  // The engine knows no locale: what it would answer here is wrong without an error.
  const byLocale = [
    [Date, ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']],
    [Number, ['toLocaleString']],
    [BigInt, ['toLocaleString']],
    [Array, ['toLocaleString']],
    [Object.getPrototypeOf(Uint8Array), ['toLocaleString']],
    [String, ['localeCompare', 'toLocaleUpperCase', 'toLocaleLowerCase']],
  ];
  for (const [{ name: kind, prototype }, names] of byLocale) {
    for (const name of names) {
      const methods = {
        [name](...values) {
          return readPart('intl')[kind][name](this, ...values);
        },
      };
      defineProperty(prototype, name, {
        __proto__: null,
        value: methods[name],
        writable: true,
        configurable: true,
      });
    }
  }

  const inside = {
    __proto__: null,
    ask,
    call,
    forget,
    host,
    parse,
    readPart,
    stringify,
    require: load,
    hasFetch: () => hasFetch,
    TextDecoderOfEngine,
  };

  ({ allowFetch, asImport, describe, install, settle, start });
}
