import type { Block, Place } from '@tendril/contract/provider/block';
import { type CheerioAPI, load } from 'cheerio';
import { mainContent } from './main-content.ts';
import { cellText, tableText } from './table-text.ts';

type Node = ReturnType<ReturnType<CheerioAPI>['contents']>[number];

const headings = /^h[1-6]$/;
const leafs = new Set(['p', 'blockquote', 'dt', 'dd', 'address', 'summary', 'legend']);
const containers = new Set(
  'address,article,aside,body,blockquote,center,dd,details,div,dl,dt,fieldset,figure,footer,form,header,hgroup,html,li,main,nav,section,table,tbody,td,tfoot,th,thead,tr,ul,ol,p,pre,h1,h2,h3,h4,h5,h6,figcaption'.split(
    ',',
  ),
);
const ofArticles = new Set(['table', 'pre', 'h1', 'h2', 'h3', 'h4', 'section', 'article']);
const mostHtml = 20_000;
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => escapes[letter] ?? letter);
const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();

/** A copy: what is replaced while its siblings are read is passed over by none of them. */
const childrenOf = (node: Node): Node[] => [...((node as { children?: Node[] }).children ?? [])];

/** Whether an element with such a name is somewhere in it; a selector would be read again for each paragraph. */
function holds(node: Node, isSuch: (name: string) => boolean): boolean {
  const left = childrenOf(node);
  for (let inner = left.pop(); inner; inner = left.pop()) {
    if ('name' in inner && isSuch(inner.name)) return true;
    left.push(...childrenOf(inner));
  }
  return false;
}

interface HtmlRequest {
  /** Where all of it stands; blocks are numbered below its anchor. */
  place?: Place;
  /** Leave out what surrounds the content of a web page. */
  isPage?: boolean;
}

/** Walks through a page and notes its blocks, in the order in which they are read. */
class HtmlWalk {
  readonly blocks: Block[] = [];
  readonly #page: CheerioAPI;
  readonly #place: Place;
  #loose = '';

  constructor(page: CheerioAPI, place: Place) {
    this.#page = page;
    this.#place = place;
  }

  walk(node: Node): void {
    if (node.type === 'text') this.#loose += (node as { data: string }).data;
    if (node.type !== 'tag') return;
    const { name } = node as { name: string };
    if (!containers.has(name)) {
      this.#inline(node, name);
      return;
    }
    this.flush();
    if (this.#takeWhole(node, name)) return;
    for (const child of childrenOf(node)) this.walk(child);
    this.flush();
  }

  /** Text that stands in no paragraph of its own. */
  flush(): void {
    const text = tidy(this.#loose);
    this.#loose = '';
    if (text !== '') this.#add({ kind: 'text', text });
  }

  #inline(node: Node, name: string): void {
    if (name === 'br') this.#loose += ' ';
    else if (name === 'img') {
      const text = tidy(this.#page(node).attr('alt') ?? '');
      if (text.length > 2 && tidy(this.#loose) === '') this.#add({ kind: 'figure', text });
    } else for (const child of childrenOf(node)) this.walk(child);
  }

  /** Elements that are one block; false for those that only hold others. */
  #takeWhole(node: Node, name: string): boolean {
    const element = this.#page(node);
    if (headings.test(name))
      return this.#add({ kind: 'heading', level: Number(name[1]), text: tidy(element.text()) });
    if (name === 'pre') return this.#add({ kind: 'code', text: element.text().replace(/^\n/, '').trimEnd() });
    if (name === 'figcaption') return this.#add({ kind: 'caption', text: tidy(element.text()) });
    if (name === 'ul' || name === 'ol') return this.#list(node);
    if (name === 'table') return this.#table(node);
    if (!leafs.has(name) || holds(node, (inner) => containers.has(inner))) return false;
    if (holds(node, (inner) => inner === 'br')) element.find('br').replaceWith('\n');
    const text = element
      .text()
      .split('\n')
      .map(tidy)
      .filter(Boolean)
      .join(element.children().length > 0 ? '\n' : ' ');
    return this.#add({ kind: 'text', text: name === 'p' ? tidy(text) : text });
  }

  #list(node: Node): boolean {
    // A list of whole articles is no list.
    if (holds(node, (inner) => ofArticles.has(inner))) return false;
    const { lines, html } = this.#items(node, 0);
    return this.#add({ kind: 'list', text: lines.join('\n'), ...withHtml(html) });
  }

  #items(node: Node, depth: number): { lines: string[]; html: string } {
    const lines: string[] = [];
    let html = '';
    const isNumbered = (node as { name: string }).name === 'ol';
    for (const [index, item] of this.#page(node).children('li').toArray().entries()) {
      const own = this.#page(item).clone();
      own.find('ul,ol').remove();
      const text = tidy(own.text());
      lines.push(`${'  '.repeat(depth)}${isNumbered ? `${index + 1}.` : '-'} ${text}`);
      const inner = this.#page(item)
        .children('ul,ol')
        .toArray()
        .map((list) => this.#items(list, depth + 1));
      for (const one of inner) lines.push(...one.lines);
      html += `<li>${escaped(text)}${inner.map((one) => one.html).join('')}</li>`;
    }
    const tag = isNumbered ? 'ol' : 'ul';
    return { lines, html: `<${tag}>${html}</${tag}>` };
  }

  #table(node: Node): boolean {
    const table = this.#page(node);
    // A table around paragraphs and tables only lays out the page.
    if (table.find('table,h1,h2,h3,article,section').length > 0) return false;
    const caption = tidy(table.children('caption').text());
    if (caption !== '') this.#add({ kind: 'caption', text: caption });
    const rows = table
      .find('tr')
      .toArray()
      .map((row) =>
        this.#page(row)
          .children('td,th')
          .toArray()
          .flatMap((cell) => {
            const text = cellText(this.#page(cell).text());
            const span = Math.min(50, Number(this.#page(cell).attr('colspan') ?? 1) || 1);
            return [text, ...Array.from({ length: span - 1 }, () => '')];
          }),
      )
      .filter((cells) => cells.some((cell) => cell !== ''));
    if (rows.every((cells) => cells.length <= 1)) return false;
    const line = (cells: readonly string[], tag: string) =>
      `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
    const html = `<table>${rows.map((cells, at) => line(cells, at === 0 ? 'th' : 'td')).join('')}</table>`;
    return this.#add({ kind: 'table', text: tableText(rows), ...withHtml(html) });
  }

  #add(block: Omit<Block, 'place'>): boolean {
    const anchor = `${this.#place.anchor === undefined ? '' : `${this.#place.anchor}#`}${this.blocks.length + 1}`;
    if (block.text !== '') this.blocks.push({ ...block, place: { ...this.#place, anchor } });
    return true;
  }
}

const withHtml = (html: string) => (html.length <= mostHtml ? { html } : {});

/** The blocks of HTML. */
export function htmlBlocks(html: string, { place = {}, isPage = false }: HtmlRequest = {}): Block[] {
  const page = load(html);
  const walk = new HtmlWalk(page, place);
  if (!isPage) page('script,style,noscript,template,svg,iframe').remove();
  const content = isPage ? mainContent(page) : page('body');
  for (const node of content.contents().toArray()) walk.walk(node);
  walk.flush();
  return walk.blocks;
}

/** The title of a page. */
export function titleOf(html: string): string {
  const head = /<title[^>]*>([\s\S]{0,1000}?)<\/title>/i.exec(html.slice(0, 50_000))?.[1] ?? '';
  return tidy(load(head).text()).slice(0, 300);
}
