// `Event`, `EventTarget`, `AbortController` and `AbortSignal` as the web has them, without a tree of targets.

{
  const { host } = globalThis.partScope;
  delete globalThis.partScope;
  class Event {
    #type;
    #isCancelable;
    #isPrevented = false;
    isStopped = false;
    target = null;
    currentTarget = null;
    timeStamp = performance.now();

    constructor(type, options = {}) {
      this.#type = `${type}`;
      this.#isCancelable = options.cancelable === true;
    }

    get type() {
      return this.#type;
    }

    get cancelable() {
      return this.#isCancelable;
    }

    get defaultPrevented() {
      return this.#isPrevented;
    }

    preventDefault() {
      this.#isPrevented = this.#isCancelable;
    }

    stopImmediatePropagation() {
      this.isStopped = true;
    }

    stopPropagation() {}
  }

  class CustomEvent extends Event {
    #detail;

    constructor(type, options = {}) {
      super(type, options);
      this.#detail = options.detail ?? null;
    }

    get detail() {
      return this.#detail;
    }
  }

  class EventTarget {
    #listeners = [];

    addEventListener(type, listener, options = {}) {
      if (listener == null || options.signal?.aborted) return;
      if (this.#listeners.some((known) => known.type === type && known.listener === listener)) return;
      this.#listeners.push({ type, listener, isOnce: options.once === true });
      options.signal?.addEventListener('abort', () => this.removeEventListener(type, listener));
    }

    removeEventListener(type, listener) {
      this.#listeners = this.#listeners.filter((known) => known.type !== type || known.listener !== listener);
    }

    dispatchEvent(event) {
      event.target = this;
      event.currentTarget = this;
      const own = this[`on${event.type}`];
      const known = this.#listeners.filter(({ type }) => type === event.type);
      for (const { listener, isOnce } of typeof own === 'function' ? [{ listener: own }, ...known] : known) {
        if (event.isStopped) break;
        if (isOnce) this.removeEventListener(event.type, listener);
        try {
          if (typeof listener === 'function') listener.call(this, event);
          else listener.handleEvent(event);
        } catch (error) {
          host('error', `Uncaught ${error}`);
        }
      }
      return !event.defaultPrevented;
    }
  }

  let isInside = false;
  let stop;

  function create() {
    isInside = true;
    const signal = new AbortSignal();
    isInside = false;
    return signal;
  }

  class AbortSignal extends EventTarget {
    #isAborted = false;
    #reason;
    onabort = null;

    constructor() {
      if (!isInside) throw new TypeError('Illegal constructor');
      super();
    }

    static abort(reason) {
      const signal = create();
      stop(signal, reason);
      return signal;
    }

    static timeout(delay) {
      const signal = create();
      const words = 'The operation was aborted due to timeout';
      setTimeout(() => stop(signal, new DOMException(words, 'TimeoutError')), delay);
      return signal;
    }

    static any(signals) {
      const joined = create();
      for (const signal of signals) {
        if (signal.aborted) {
          stop(joined, signal.reason);
          break;
        }
        signal.addEventListener('abort', () => stop(joined, signal.reason), { once: true });
      }
      return joined;
    }

    static {
      stop = (signal, reason = new DOMException('This operation was aborted', 'AbortError')) => {
        if (signal.#isAborted) return;
        signal.#isAborted = true;
        signal.#reason = reason;
        signal.dispatchEvent(new Event('abort'));
      };
    }

    get aborted() {
      return this.#isAborted;
    }

    get reason() {
      return this.#reason;
    }

    get [Symbol.toStringTag]() {
      return 'AbortSignal';
    }

    throwIfAborted() {
      if (this.#isAborted) throw this.#reason;
    }
  }

  class AbortController {
    #signal = create();

    get signal() {
      return this.#signal;
    }

    get [Symbol.toStringTag]() {
      return 'AbortController';
    }

    abort(reason) {
      stop(this.#signal, reason);
    }
  }

  ({ Event, EventTarget, CustomEvent, AbortController, AbortSignal });
}
