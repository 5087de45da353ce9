import { Parser } from 'htmlparser2';

type Attributes = Readonly<Record<string, string>>;

/** An element that is still open, with what it holds so far. */
interface OpenElement {
  name: string;
  attributes: Attributes;
  /** What can no longer change: joining it again for each block would take the square of a long text's time. */
  before: string;
  text: string;
  /** Entries of a list so far. */
  entries: number;
}

/** What the editor of Agentflow V2 writes begins with a block; anything else is text as it stands. */
const richText = /^\s*<(p|h[1-6]|ul|ol|pre|blockquote|hr)\b[^>]*>/i;
const marks: Readonly<Record<string, string>> = {
  strong: '**',
  b: '**',
  em: '_',
  i: '_',
  s: '~~',
  del: '~~',
  code: '`',
};

/** Marks stand at the words: spaces inside them move outside. */
function marked(mark: string, text: string): string {
  const inner = text.trim();
  if (inner === '') return text;
  return text.replace(inner, () => `${mark}${inner}${mark}`);
}

/** Deeper than anybody writes: each level is looked through for each piece of text. */
const deepest = 50;
const mostIgnored = 1000;

const indented = (text: string) => text.trim().replaceAll('\n', '\n   ');

class MarkdownWriter {
  readonly #open: OpenElement[] = [{ name: '', attributes: {}, before: '', text: '', entries: 0 }];
  /** Open elements that are too deep to have marks of their own. */
  #ignored = 0;

  get #top(): OpenElement {
    return this.#open.at(-1) as OpenElement;
  }

  get isTooDeep(): boolean {
    return this.#ignored > mostIgnored;
  }

  get markdown(): string {
    const [root] = this.#open;
    return root ? (root.before + root.text).trim() : '';
  }

  open(name: string, attributes: Attributes): void {
    if (this.#open.length >= deepest) this.#ignored += 1;
    else this.#open.push({ name, attributes, before: '', text: '', entries: 0 });
  }

  write(text: string): void {
    const isKept = this.#open.some(({ name }) => name === 'pre');
    this.#top.text += isKept ? text : text.replace(/\s+/g, ' ');
  }

  close(): void {
    if (this.#ignored > 0) {
      this.#ignored -= 1;
      return;
    }
    const element = this.#open.pop();
    if (!element || this.#open.length === 0) return;
    const { name } = element;
    const text = element.before + element.text;
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (name === 'br') this.#top.text += '\n';
    else if (name === 'hr') this.#block('---');
    else if (name === 'pre') this.#block(`\`\`\`\n${text.replace(/\n$/, '')}\n\`\`\``);
    else if (name === 'blockquote') this.#block(text.trim().replace(/^/gm, '> '));
    else if (name === 'li') this.#entry(text);
    else if (level) this.#block(`${'#'.repeat(Number(level))} ${text.trim()}`);
    else if (['p', 'div', 'ul', 'ol'].includes(name)) this.#block(text.trim());
    else this.#inline({ ...element, text });
  }

  #inline({ name, attributes, text }: OpenElement): void {
    const mark = marks[name];
    const isInCode = this.#open.some((one) => one.name === 'pre');
    if (mark && !isInCode) this.#top.text += marked(mark, text);
    else if (name === 'a' && attributes['href'] && text.trim())
      this.#top.text += `[${text.trim()}](${attributes['href']})`;
    else if (name === 'span' && text.trim() === '' && attributes['data-id'])
      this.#top.text += `{{ ${attributes['data-id']} }}`;
    else this.#top.text += text;
  }

  #entry(text: string): void {
    this.#top.entries += 1;
    const mark = this.#top.name === 'ol' ? `${this.#top.entries}.` : '-';
    const lines = `${mark} ${indented(text.replace(/\n{2,}/g, '\n'))}`;
    this.#settle();
    this.#top.before += '\n';
    this.#top.text = lines;
  }

  #block(text: string): void {
    if (text === '') return;
    this.#settle();
    if (this.#top.before !== '') this.#top.before += '\n\n';
    this.#top.text = `${text}\n\n`;
  }

  /** Ends the text so far, without the spaces at its end. */
  #settle(): void {
    this.#top.before += this.#top.text.trimEnd();
    this.#top.text = '';
  }
}

/** A text of the rich editor as Markdown, its mentions as references; any other text as it is. */
export function richTextToMarkdown(text: string): string {
  if (!richText.test(text)) return text;
  const writer = new MarkdownWriter();
  const parser = new Parser({
    onopentag(name, attributes) {
      writer.open(name, attributes);
      // It looks through all open elements for each new one.
      if (writer.isTooDeep) parser.pause();
    },
    ontext: (piece) => writer.write(piece),
    onclosetag: () => writer.close(),
  });
  parser.end(text);
  return writer.isTooDeep ? text : writer.markdown;
}
