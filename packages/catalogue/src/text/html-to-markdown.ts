import { type Cheerio, type CheerioAPI, load } from 'cheerio';

type Nodes = ReturnType<Cheerio<never>['toArray']>;
interface HtmlNode {
  type: string;
  name?: string;
  data?: string;
  attribs?: Record<string, string>;
  children?: Nodes;
}

/** Deeper elements are hardly anybody's text, and each level takes room on the stack. */
const deepest = 400;

const marks: Record<string, string> = { strong: '**', b: '**', em: '_', i: '_', code: '`', del: '~~' };

function listItem(content: string, mark: string): string {
  return `\n${mark} ${content
    .trim()
    .replace(/\n{2,}/g, '\n')
    .replaceAll('\n', '\n  ')}`;
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells
    .map((cell) =>
      cell
        .trim()
        .replace(/(?<!\s)\s*\n\s*/g, ' ')
        .replaceAll('|', '\\|'),
    )
    .join(' | ')} |`;
}

class MarkdownWriter {
  readonly #page: CheerioAPI;

  constructor(page: CheerioAPI) {
    this.#page = page;
  }

  write(node: HtmlNode, depth = 0): string {
    if (node.type === 'text') return (node.data ?? '').replace(/\s+/g, ' ');
    if (!node.children || depth > deepest) return '';
    const { name = '', attribs = {} } = node;
    if (name === 'pre') return `\n\n\`\`\`\n${this.#text(node).replace(/^\n|\n$/g, '')}\n\`\`\`\n\n`;
    if (name === 'table') return `\n\n${this.#table(node, depth)}\n\n`;
    if (name === 'ul' || name === 'ol') return `\n\n${this.#list(node, depth)}\n\n`;
    return this.#wrap(name, attribs, this.#inside(node, depth));
  }

  #text(node: HtmlNode): string {
    return this.#page(node as never).text();
  }

  #inside(node: HtmlNode, depth: number): string {
    return ((node.children ?? []) as HtmlNode[]).map((child) => this.write(child, depth + 1)).join('');
  }

  #list(node: HtmlNode, depth: number): string {
    const items = ((node.children ?? []) as HtmlNode[]).filter((child) => child.name === 'li');
    const mark = (index: number) => (node.name === 'ol' ? `${index + 1}.` : '-');
    return items.map((item, index) => listItem(this.#inside(item, depth + 1), mark(index))).join('');
  }

  #table(node: HtmlNode, depth: number): string {
    const rows = this.#page(node as never)
      .find('tr')
      .toArray()
      .map((row) =>
        (row.children as HtmlNode[])
          .filter(({ name }) => name === 'th' || name === 'td')
          .map((cell) => this.#inside(cell, depth + 3)),
      );
    const [head = [], ...body] = rows;
    return [tableRow(head), tableRow(head.map(() => '---')), ...body.map(tableRow)].join('\n');
  }

  #wrap(name: string, attribs: Record<string, string>, content: string): string {
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level) return `\n\n${'#'.repeat(Number(level))} ${content.trim()}\n\n`;
    if (name === 'br') return '\n';
    if (name === 'hr') return '\n\n---\n\n';
    if (name === 'img') return attribs['alt'] ? `![${attribs['alt']}](${attribs['src'] ?? ''})` : '';
    if (name === 'a' && attribs['href'] && content.trim()) return `[${content.trim()}](${attribs['href']})`;
    if (name === 'blockquote') return `\n\n${content.trim().replace(/^/gm, '> ')}\n\n`;
    const mark = marks[name];
    if (mark && content.trim()) return `${mark}${content.trim()}${mark}`;
    if (blocks.has(name)) return `\n\n${content.trim()}\n\n`;
    return content;
  }
}

const blocks = new Set(
  'address article aside dd div dl dt fieldset figcaption figure footer form header main nav p section'.split(
    ' ',
  ),
);

/** A web page as markdown: headings, lists, links, tables and emphasis kept, scripts and styles left out. */
export function htmlToMarkdown(html: string): string {
  const page = load(html);
  page('script,style,noscript,template,svg,iframe,head').remove();
  const writer = new MarkdownWriter(page);
  const body = page('body').get(0);
  const markdown = body ? writer.write(body as HtmlNode) : '';
  return markdown
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
