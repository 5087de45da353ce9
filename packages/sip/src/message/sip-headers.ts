/** One-letter names and what they stand for. */
const compact: Readonly<Record<string, string>> = {
  a: 'accept-contact',
  b: 'referred-by',
  c: 'content-type',
  e: 'content-encoding',
  f: 'from',
  i: 'call-id',
  k: 'supported',
  l: 'content-length',
  m: 'contact',
  o: 'event',
  r: 'refer-to',
  s: 'subject',
  t: 'to',
  u: 'allow-events',
  v: 'via',
  x: 'session-expires',
};

const unusual: Readonly<Record<string, string>> = {
  'call-id': 'Call-ID',
  cseq: 'CSeq',
  'www-authenticate': 'WWW-Authenticate',
  'mime-version': 'MIME-Version',
  'min-se': 'Min-SE',
  rack: 'RAck',
  rseq: 'RSeq',
};

function fullName(name: string): string {
  const lower = name.toLowerCase();
  return compact[lower] ?? lower;
}

function writtenName(name: string): string {
  return unusual[name] ?? name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

/** The headers of a message in their order; names are read in any case and in their short form. */
export class SipHeaders {
  readonly #entries: { name: string; value: string }[] = [];

  /** The first header of a name. */
  get(name: string): string | undefined {
    const wanted = fullName(name);
    return this.#entries.find((entry) => entry.name === wanted)?.value;
  }

  /** Every header of a name, as it stands. */
  all(name: string): string[] {
    const wanted = fullName(name);
    return this.#entries.filter((entry) => entry.name === wanted).map(({ value }) => value);
  }

  /** Every value of a header that is a list, whether in one line or in several. */
  list(name: string): string[] {
    return this.all(name).flatMap((line) => splitList(line));
  }

  /** Whether a list of words holds one, in any case. */
  has(name: string, word: string): boolean {
    return this.list(name).some((value) => value.toLowerCase() === word.toLowerCase());
  }

  add(name: string, value: string): this {
    // A line break inside of a value would inject a header.
    this.#entries.push({ name: fullName(name), value: value.replace(/[\r\n\0]+/g, ' ') });
    return this;
  }

  /** Replaces all headers of a name by one, at the place of the first. */
  set(name: string, value: string): this {
    const wanted = fullName(name);
    const at = this.#entries.findIndex((entry) => entry.name === wanted);
    if (at < 0) return this.add(name, value);
    const first = { name: wanted, value: value.replace(/[\r\n\0]+/g, ' ') };
    const rest = this.#entries.slice(at + 1).filter((entry) => entry.name !== wanted);
    this.#entries.splice(at, Number.POSITIVE_INFINITY, first, ...rest);
    return this;
  }

  remove(name: string): this {
    const wanted = fullName(name);
    const rest = this.#entries.filter((entry) => entry.name !== wanted);
    this.#entries.splice(0, Number.POSITIVE_INFINITY, ...rest);
    return this;
  }

  copy(): SipHeaders {
    const headers = new SipHeaders();
    for (const { name, value } of this.#entries) headers.add(name, value);
    return headers;
  }

  write(): string {
    return this.#entries.map(({ name, value }) => `${writtenName(name)}: ${value}\r\n`).join('');
  }

  get size(): number {
    return this.#entries.length;
  }
}

/** Splits at commas outside of quotes and angle brackets, in one pass. */
export function splitList(text: string, separator = ','): string[] {
  const parts: string[] = [];
  let from = 0;
  let isQuoted = false;
  let isBracketed = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (isQuoted && letter === '\\') at += 1;
    else if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (letter === '<') isBracketed = true;
    else if (letter === '>') isBracketed = false;
    else if (letter === separator && !isBracketed) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  parts.push(text.slice(from).trim());
  return parts.filter((part) => part !== '');
}
