// Fills gaps of the engine's URL extension: `url.searchParams`, a `URLSearchParams` made of a record or of pairs, and
// the names by which libraries recognize these objects.
{
  const { defineProperty, entries } = Object;
  const SearchParamsOfEngine = URLSearchParams;
  const urlPrototype = URL.prototype;
  const paramsOfUrl = new WeakMap();

  class SearchParams extends SearchParamsOfEngine {
    constructor(init = '') {
      const isText = typeof init !== 'object' || init === null || init instanceof SearchParamsOfEngine;
      super(isText ? `${init}` : '');
      if (isText) return;
      const pairs = init[Symbol.iterator] ? init : entries(init);
      for (const [name, value] of pairs) super.append(`${name}`, `${value}`);
    }

    [Symbol.iterator]() {
      return this.entries();
    }
  }

  class SearchParamsOfUrl extends SearchParams {
    #url;

    constructor(url) {
      super(url.search);
      this.#url = url;
    }

    append(name, value) {
      super.append(name, value);
      this.#url.search = this.toString();
    }

    delete(...values) {
      super.delete(...values);
      this.#url.search = this.toString();
    }

    set(name, value) {
      super.set(name, value);
      this.#url.search = this.toString();
    }

    sort() {
      super.sort();
      this.#url.search = this.toString();
    }
  }

  for (const [name, { prototype }] of [
    ['URL', URL],
    ['URLSearchParams', SearchParamsOfEngine],
    ['Headers', Headers],
  ]) {
    defineProperty(prototype, Symbol.toStringTag, { value: name, configurable: true });
  }
  defineProperty(SearchParams.prototype, 'size', {
    get() {
      return [...this.keys()].length;
    },
    configurable: true,
    enumerable: true,
  });
  URL.parse ??= (address, base) => (URL.canParse(address, base) ? new URL(address, base) : null);
  defineProperty(SearchParams, 'name', { value: 'URLSearchParams' });
  defineProperty(globalThis, 'URLSearchParams', { value: SearchParams, writable: true, configurable: true });
  defineProperty(urlPrototype, 'searchParams', {
    get() {
      const known = paramsOfUrl.get(this);
      // The query may have been set through the address itself since.
      if (known && `?${known.toString()}` === this.search) return known;
      const params = new SearchParamsOfUrl(this);
      paramsOfUrl.set(this, params);
      return params;
    },
    configurable: true,
    enumerable: true,
  });
}
