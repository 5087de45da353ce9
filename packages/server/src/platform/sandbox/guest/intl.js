// `Intl` and the methods by locale, answered by the host. Locales and options cross as plain JSON, values by their kind.

{
  const { call, parse, stringify } = globalThis.partScope;
  delete globalThis.partScope;
  const primitives = ['string', 'number', 'boolean'];

  function localesOf(locales) {
    if (locales === undefined) return undefined;
    if (locales === null) throw new TypeError('Incorrect locale information provided');
    if (typeof locales === 'string') return locales;
    if (locales instanceof Locale) return `${locales}`;
    return Array.from(locales, (locale) => {
      if (typeof locale !== 'string' && !(locale instanceof Locale)) {
        throw new TypeError('Incorrect locale information provided');
      }
      return `${locale}`;
    });
  }

  function optionsOf(options) {
    if (options === undefined) return undefined;
    if (options === null) throw new TypeError('Cannot convert undefined or null to object');
    const plain = {};
    for (const name in Object(options)) {
      const value = options[name];
      if (value !== undefined) plain[name] = primitives.includes(typeof value) ? value : `${value}`;
    }
    return plain;
  }

  function keyOf(kind, locales, options) {
    return stringify({ kind, locales: localesOf(locales), options: optionsOf(options) });
  }

  function ask(key, method, ...values) {
    return parse(call('intl', `${key}\n${stringify([method, ...values])}`)).value;
  }

  function numeric(value) {
    const plain = typeof value === 'object' && value !== null ? value.valueOf() : value;
    if (typeof plain === 'bigint') return ['bigint', `${plain}`];
    if (typeof plain === 'string') return ['text', plain];
    const number = Number(plain);
    return ['number', Object.is(number, -0) ? '-0' : `${number}`];
  }

  function plainNumber(value) {
    return ['number', `${Number(value)}`];
  }

  function dated(value) {
    return value === undefined ? ['number', `${Date.now()}`] : plainNumber(value);
  }

  function text(value) {
    return ['text', `${value}`];
  }

  function list(values) {
    return [
      'list',
      Array.from(values, (value) => {
        if (typeof value !== 'string') throw new TypeError('Iterable yielded a non-String value');
        return value;
      }),
    ];
  }

  function duration(value) {
    return ['text', stringify(value)];
  }

  // Which values each method takes; what a getter hands out bound can be given away without its formatter.
  const kinds = {
    DateTimeFormat: {
      bound: { format: [dated] },
      methods: { formatToParts: [dated], formatRange: [dated, dated], formatRangeToParts: [dated, dated] },
      isCallable: true,
    },
    NumberFormat: {
      bound: { format: [numeric] },
      methods: {
        formatToParts: [numeric],
        formatRange: [numeric, numeric],
        formatRangeToParts: [numeric, numeric],
      },
      isCallable: true,
    },
    Collator: { bound: { compare: [text, text] }, methods: {}, isCallable: true },
    PluralRules: { methods: { select: [plainNumber], selectRange: [plainNumber, plainNumber] } },
    RelativeTimeFormat: { methods: { format: [plainNumber, text], formatToParts: [plainNumber, text] } },
    ListFormat: { methods: { format: [list], formatToParts: [list] } },
    DisplayNames: { methods: { of: [text] } },
    DurationFormat: { methods: { format: [duration], formatToParts: [duration] } },
    Segmenter: { methods: {} },
  };

  const keys = new WeakMap();

  function createKind(kind, { bound = {}, methods, isCallable = false }) {
    // Some of these may be called without `new`: a class may not.
    const Kind = {
      [kind]: function (locales, options) {
        if (new.target === undefined && !isCallable) {
          throw new TypeError(`Constructor Intl.${kind} requires 'new'`);
        }
        const self = new.target ? this : Object.create(Kind.prototype);
        const key = keyOf(kind, locales, options);
        // Bad locales and options are refused here and not at the first use.
        ask(key, 'resolvedOptions');
        keys.set(self, key);
        return self;
      },
    }[kind];

    function read(self) {
      const key = keys.get(self);
      if (key === undefined) throw new TypeError(`Method Intl.${kind} called on incompatible receiver`);
      return key;
    }

    const hidden = (value) => ({ value, writable: true, configurable: true });
    for (const [name, takes] of Object.entries(methods)) {
      const own = {
        [name](...values) {
          const key = read(this);
          return ask(key, name, ...takes.map((take, at) => take(values[at])));
        },
      };
      Object.defineProperty(Kind.prototype, name, hidden(own[name]));
    }
    for (const [name, takes] of Object.entries(bound)) {
      Object.defineProperty(Kind.prototype, name, {
        get() {
          const key = read(this);
          return (...values) => ask(key, name, ...takes.map((take, at) => take(values[at])));
        },
        configurable: true,
      });
    }
    const resolved = {
      resolvedOptions() {
        return ask(read(this), 'resolvedOptions');
      },
    };
    Object.defineProperty(Kind.prototype, 'resolvedOptions', hidden(resolved.resolvedOptions));
    Object.defineProperty(Kind.prototype, Symbol.toStringTag, {
      value: `Intl.${kind}`,
      configurable: true,
    });
    Object.defineProperty(
      Kind,
      'supportedLocalesOf',
      hidden((locales, options) => ask(keyOf('supportedLocalesOf', localesOf(locales) ?? [], options), kind)),
    );
    if (kind === 'Segmenter') {
      Object.defineProperty(
        Kind.prototype,
        'segment',
        hidden(function (input) {
          return new Segments(`${input}`, read(this));
        }),
      );
    }
    return Kind;
  }

  class Segments {
    #input;
    #pieces;

    constructor(input, key) {
      this.#input = input;
      this.#pieces = ask(key, 'segment', text(input));
    }

    #describe({ segment, index, isWordLike }) {
      const input = this.#input;
      return isWordLike === undefined ? { segment, index, input } : { segment, index, input, isWordLike };
    }

    containing(at = 0) {
      const piece = this.#pieces.find(({ segment, index }) => at >= index && at < index + segment.length);
      return piece && this.#describe(piece);
    }

    *[Symbol.iterator]() {
      for (const piece of this.#pieces) yield this.#describe(piece);
    }
  }

  class Locale {
    #key;
    #described;

    constructor(tag, options) {
      if (typeof tag !== 'string' && !(tag instanceof Locale)) {
        throw new TypeError("First argument to Intl.Locale constructor can't be empty or missing");
      }
      this.#key = keyOf('Locale', `${tag}`, options);
      this.#described = ask(this.#key, 'describe');
      for (const [name, value] of Object.entries(this.#described.derived)) {
        Object.defineProperty(this, name, { value: () => structuredClone(value), configurable: true });
      }
    }

    static {
      const names = ['baseName', 'language', 'script', 'region', 'calendar', 'collation', 'caseFirst'];
      for (const name of [...names, 'hourCycle', 'numberingSystem', 'numeric']) {
        Object.defineProperty(Locale.prototype, name, {
          get() {
            return this.#described.own[name];
          },
          configurable: true,
        });
      }
    }

    maximize() {
      return new Locale(ask(this.#key, 'maximize'));
    }

    minimize() {
      return new Locale(ask(this.#key, 'minimize'));
    }

    toString() {
      return this.#described.text;
    }

    get [Symbol.toStringTag]() {
      return 'Intl.Locale';
    }
  }

  const HostIntl = {
    Locale,
    getCanonicalLocales: (locales) =>
      ask(keyOf('Intl', localesOf(locales) ?? [], undefined), 'getCanonicalLocales'),
    supportedValuesOf: (key) => ask(keyOf('Intl'), 'supportedValuesOf', text(key)),
  };
  for (const [kind, shape] of Object.entries(kinds)) HostIntl[kind] = createKind(kind, shape);
  Object.defineProperty(HostIntl, Symbol.toStringTag, { value: 'Intl', configurable: true });

  const { getTime } = Date.prototype;
  const formatDate = (method) => (date, locales, options) => {
    const time = getTime.call(date);
    return ask(keyOf('Date', locales, options), method, ['number', `${time}`]);
  };
  const formatNumber = (value, locales, options) =>
    ask(keyOf('Number', locales, options), 'format', numeric(value));
  const formatItems = (items, ...values) =>
    Array.from(items, (item) => (item == null ? '' : item.toLocaleString(...values))).join(',');
  const changeCase = (method, change) => (value, locales) => {
    if (value == null) throw new TypeError(`String.prototype.${method} called on null or undefined`);
    // Without a locale the engine's own rules are those of every language but a few.
    if (locales === undefined) return change.call(value);
    return ask(keyOf('String', locales), method, text(value));
  };
  const compareText = (value, other, locales, options) => {
    if (value == null) throw new TypeError('String.prototype.localeCompare called on null or undefined');
    return ask(keyOf('Collator', locales, options), 'compare', text(value), text(other));
  };

  ({
    Intl: HostIntl,
    Date: {
      toLocaleString: formatDate('toLocaleString'),
      toLocaleDateString: formatDate('toLocaleDateString'),
      toLocaleTimeString: formatDate('toLocaleTimeString'),
    },
    Number: {
      toLocaleString: (value, ...rest) => formatNumber(Number.prototype.valueOf.call(value), ...rest),
    },
    BigInt: {
      toLocaleString: (value, ...rest) => formatNumber(BigInt.prototype.valueOf.call(value), ...rest),
    },
    Array: { toLocaleString: formatItems },
    TypedArray: { toLocaleString: formatItems },
    String: {
      localeCompare: compareText,
      toLocaleUpperCase: changeCase('toLocaleUpperCase', String.prototype.toUpperCase),
      toLocaleLowerCase: changeCase('toLocaleLowerCase', String.prototype.toLowerCase),
    },
  });
}
