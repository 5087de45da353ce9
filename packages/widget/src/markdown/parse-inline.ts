import type { Inline } from './markdown-tree.ts';
import { safeHref } from './safe-href.ts';

const deepest = 6;
const marks = [
  ['**', 'strong'],
  ['__', 'strong'],
  ['~~', 'del'],
  ['*', 'em'],
  ['_', 'em'],
] as const;
const escapable = /[\\`*_{}[\]()#+\-.!~|<>"':]/;
const special = /[\\`*_~[!<\n]|https?:\/\//g;
const bareAddress = /^https?:\/\/[^\s<>"'`]+/;
const bracketed = /^<((?:https?:\/\/|mailto:)[^\s<>]+)>/;

/** Parses the markup of one line; `sources` is how many sources `[1]` may refer to. Raw HTML stays text. */
export function parseInline(text: string, sources = 0, depth = 0): Inline[] {
  return new InlineReader(text, sources, depth).read();
}

class InlineReader {
  readonly #text: string;
  readonly #sources: number;
  readonly #depth: number;
  readonly #nodes: Inline[] = [];
  /** Marks without a partner in the rest: searched for only once. */
  readonly #unpaired = new Set<string>();
  #plain = '';
  #at = 0;

  constructor(text: string, sources: number, depth: number) {
    this.#text = text;
    this.#sources = sources;
    this.#depth = depth;
  }

  read(): Inline[] {
    while (this.#at < this.#text.length) {
      special.lastIndex = this.#at;
      const found = special.exec(this.#text)?.index ?? this.#text.length;
      this.#plain += this.#text.slice(this.#at, found);
      this.#at = found;
      if (found < this.#text.length && !this.#takeMark()) {
        this.#plain += this.#text.charAt(this.#at);
        this.#at += 1;
      }
    }
    this.#flush();
    return this.#nodes;
  }

  #takeMark(): boolean {
    switch (this.#text.charAt(this.#at)) {
      case '\\':
        return this.#takeEscape();
      case '`':
        return this.#takeCode();
      case '\n':
        return this.#takeBreak();
      case '[':
        return this.#takeCitation() || this.#takeLink(this.#at);
      case '!':
        // A picture is not loaded, because its owner would learn who reads; it becomes a link.
        return this.#text.charAt(this.#at + 1) === '[' && this.#takeLink(this.#at + 1);
      case '<':
        return this.#takeAddress(bracketed.exec(this.#rest())?.[1], 2);
      case 'h':
        return this.#takeAddress(trimEnd(bareAddress.exec(this.#rest())?.[0]), 0);
      default:
        return this.#takeEmphasis();
    }
  }

  #takeEscape(): boolean {
    const next = this.#text.charAt(this.#at + 1);
    if (next === '\n') this.#add({ type: 'break' }, 2);
    else if (escapable.test(next)) {
      this.#plain += next;
      this.#at += 2;
    } else return false;
    return true;
  }

  #takeCode(): boolean {
    const fence = /^`+/.exec(this.#rest())?.[0] ?? '`';
    if (this.#unpaired.has(fence)) return false;
    let end = this.#text.indexOf(fence, this.#at + fence.length);
    while (end >= 0 && this.#text.charAt(end + fence.length) === '`') {
      const run = /^`+/.exec(this.#text.slice(end))?.[0].length ?? 1;
      end = this.#text.indexOf(fence, end + run);
    }
    if (end < 0) {
      this.#unpaired.add(fence);
      this.#plain += fence;
      this.#at += fence.length;
      return true;
    }
    const inside = this.#text.slice(this.#at + fence.length, end);
    const isPadded = inside.startsWith(' ') && inside.endsWith(' ') && inside.trim() !== '';
    this.#add({ type: 'code', text: isPadded ? inside.slice(1, -1) : inside }, end + fence.length - this.#at);
    return true;
  }

  #takeBreak(): boolean {
    // Models break lines where they mean it.
    this.#plain = this.#plain.replace(/ +$/, '');
    this.#add({ type: 'break' }, 1);
    return true;
  }

  #takeCitation(): boolean {
    const match = /^\[(\d{1,3})\](?!\()/.exec(this.#text.slice(this.#at, this.#at + 7));
    const number = Number(match?.[1]);
    if (!match || number < 1 || number > this.#sources) return false;
    this.#add({ type: 'cite', number }, match[0].length);
    return true;
  }

  #takeLink(open: number): boolean {
    const close = closingBracket(this.#text, open);
    if (close < 0 || this.#text.charAt(close + 1) !== '(') return false;
    const target = /^\(\s*<?([^\s<>()]*(?:\([^\s()]*\)[^\s<>()]*)*)>?(?:\s+["'][^"']*["'])?\s*\)/.exec(
      this.#text.slice(close + 1, close + 2100),
    );
    if (!target) return false;
    const href = safeHref(target[1] ?? '');
    const label = this.#text.slice(open + 1, close);
    const length = close + 1 + target[0].length - this.#at;
    if (this.#depth >= deepest) return false;
    const children = parseInline(label || (target[1] ?? ''), 0, this.#depth + 1).filter(
      ({ type }) => type !== 'link',
    );
    this.#flush();
    if (href) this.#nodes.push({ type: 'link', href, children });
    else this.#nodes.push(...children);
    this.#at += length;
    return true;
  }

  #takeAddress(address: string | undefined, brackets: number): boolean {
    const href = address && safeHref(address);
    if (!href || !address) return false;
    const shown = address.replace(/^mailto:/i, '');
    this.#add({ type: 'link', href, children: [{ type: 'text', text: shown }] }, address.length + brackets);
    return true;
  }

  #takeEmphasis(): boolean {
    const rest = this.#text.slice(this.#at, this.#at + 3);
    const [mark, type] = marks.find(([start]) => rest.startsWith(start)) ?? [];
    if (!mark || !type || this.#depth >= deepest || this.#unpaired.has(mark)) return false;
    const before = this.#text.charAt(this.#at - 1);
    const next = this.#text.charAt(this.#at + mark.length);
    // "snake_case" and "2 * 3" are not markup.
    if (next === '' || /\s/.test(next) || (mark.startsWith('_') && /[\p{L}\p{N}]/u.test(before)))
      return false;
    const end = this.#closing(mark);
    if (end < 0) return false;
    const children = parseInline(
      this.#text.slice(this.#at + mark.length, end),
      this.#sources,
      this.#depth + 1,
    );
    this.#add({ type, children }, end + mark.length - this.#at);
    return true;
  }

  #closing(mark: string): number {
    const sign = mark.charAt(0);
    let end = this.#text.indexOf(mark, this.#at + mark.length + 1);
    while (end >= 0) {
      const isSpaced = /\s/.test(this.#text.charAt(end - 1));
      const after = this.#text.charAt(end + mark.length);
      const isPartOfMore = mark.length === 1 && (after === sign || this.#text.charAt(end - 1) === sign);
      const isInWord = sign === '_' && /[\p{L}\p{N}]/u.test(after);
      if (!isSpaced && !isPartOfMore && !isInWord && this.#text.charAt(end - 1) !== '\\') return end;
      end = this.#text.indexOf(mark, end + (isPartOfMore ? 2 : 1));
    }
    this.#unpaired.add(mark);
    return -1;
  }

  #rest(): string {
    return this.#text.slice(this.#at, this.#at + 2100);
  }

  #add(node: Inline, length: number): void {
    this.#flush();
    this.#nodes.push(node);
    this.#at += length;
  }

  #flush(): void {
    if (this.#plain !== '') this.#nodes.push({ type: 'text', text: this.#plain });
    this.#plain = '';
  }
}

// The sentence's punctuation does not belong to the address before it.
function trimEnd(address: string | undefined): string | undefined {
  const trimmed = address?.replace(/[.,;:!?*_~\]]+$/, '');
  return trimmed?.endsWith(')') && !trimmed.includes('(') ? trimmed.replace(/\)+$/, '') : trimmed;
}

function closingBracket(text: string, open: number): number {
  let level = 0;
  const last = Math.min(text.length, open + 1000);
  for (let at = open; at < last; at += 1) {
    const sign = text.charAt(at);
    if (sign === '\\') at += 1;
    else if (sign === '[') level += 1;
    else if (sign === ']') {
      level -= 1;
      if (level === 0) return at;
    }
  }
  return -1;
}
