const identifier = /[\p{L}\p{N}_$]/u;
const spaces = /\s/;
/** After one of these a slash begins a regular expression, not a division. */
const beforePattern = new Set([
  '',
  '(',
  ',',
  '=',
  ':',
  '[',
  '!',
  '&',
  '|',
  '?',
  '{',
  '}',
  ';',
  '+',
  '-',
  '*',
  '>',
  '<',
  '~',
  '^',
  '%',
]);
const wordsBeforePattern = new Set([
  'return',
  'typeof',
  'case',
  'in',
  'of',
  'do',
  'else',
  'void',
  'throw',
  'await',
]);

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0' };

/** Parses JavaScript just well enough to distinguish code from comments, strings and regular expressions. */
class Scanner {
  readonly #code: string;
  #at = 0;
  /** The last token of code, which decides what a slash means. */
  #last = '';

  constructor(code: string) {
    this.#code = code;
  }

  literals(): string[] {
    const found: string[] = [];
    this.#read(found, false);
    return found;
  }

  /** Reads code up to its end, or to the brace that closes a template's placeholder. */
  #read(found: string[], isPlace: boolean): void {
    let depth = 0;
    while (this.#at < this.#code.length) {
      if (this.#skipBlank()) continue;
      const sign = this.#code[this.#at] ?? '';
      if (sign === '"' || sign === "'" || sign === '`') this.#text(found);
      else if (identifier.test(sign)) this.#word(found);
      else if (sign === '/' && this.#isPattern()) this.#pattern();
      else {
        if (sign === '{') depth += 1;
        if (sign === '}' && isPlace && depth === 0) return;
        if (sign === '}') depth -= 1;
        this.#step(sign);
      }
    }
  }

  #step(sign: string): void {
    this.#at += 1;
    this.#last = sign;
  }

  /** Skips one blank or comment; returns whether there was one. */
  #skipBlank(): boolean {
    const rest = this.#code.slice(this.#at, this.#at + 2);
    if (spaces.test(rest.charAt(0))) this.#at += 1;
    else if (rest === '//') this.#jump('\n');
    else if (rest === '/*') this.#jump('*/');
    else return false;
    return true;
  }

  #jump(end: string): void {
    const index = this.#code.indexOf(end, this.#at + 2);
    this.#at = index === -1 ? this.#code.length : index + end.length;
  }

  #word(found: string[]): void {
    const start = this.#at;
    const isMember = this.#last === '.';
    while (identifier.test(this.#code[this.#at] ?? '')) this.#at += 1;
    this.#last = this.#code.slice(start, this.#at);
    if (this.#last === 'return' && !isMember) this.#returned(found);
  }

  /** The string after `return`, possibly in parentheses. */
  #returned(found: string[]): void {
    while (this.#at < this.#code.length) {
      if (this.#skipBlank()) continue;
      const sign = this.#code[this.#at] ?? '';
      if (sign === '"' || sign === "'" || sign === '`') {
        const text = this.#text(found);
        if (text !== undefined && text.trim() !== '') found.push(text.trim());
        return;
      }
      if (sign !== '(') return;
      this.#step(sign);
    }
  }

  #text(found: string[]): string | undefined {
    const quote = this.#code[this.#at] ?? '';
    let text = '';
    let hasPlaces = false;
    this.#at += 1;
    while (this.#at < this.#code.length) {
      const sign = this.#code[this.#at] ?? '';
      this.#at += 1;
      if (sign === quote) break;
      if (sign === '\\') text += this.#escape();
      else if (quote === '`' && sign === '$' && this.#code[this.#at] === '{') {
        hasPlaces = true;
        this.#step('{');
        this.#read(found, true);
        this.#at += 1;
      } else if (sign === '\n' && quote !== '`') break;
      else text += sign;
    }
    this.#last = quote;
    return hasPlaces ? undefined : text;
  }

  #escape(): string {
    const sign = this.#code[this.#at] ?? '';
    const hex = /^(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2}))/i.exec(
      this.#code.slice(this.#at, this.#at + 9),
    );
    this.#at += hex ? hex[0].length : 1;
    if (hex)
      return String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? '', 16)));
    return sign === '\n' ? '' : (escapes[sign] ?? sign);
  }

  #isPattern(): boolean {
    return beforePattern.has(this.#last) || wordsBeforePattern.has(this.#last);
  }

  #pattern(): void {
    let isClass = false;
    this.#at += 1;
    while (this.#at < this.#code.length) {
      const sign = this.#code[this.#at] ?? '';
      this.#at += sign === '\\' ? 2 : 1;
      if (sign === '\n' || (sign === '/' && !isClass)) break;
      if (sign === '[') isClass = true;
      if (sign === ']') isClass = false;
    }
    this.#last = '/';
  }
}

/**
 * The strings that code returns: every string literal after a `return`, each once, in the order of the code. Comments
 * and strings that only look like code do not count, nor does a template with placeholders.
 */
export function returnedLiterals(code: string): string[] {
  return [...new Set(new Scanner(code).literals())];
}
