import type { SourceDocument } from '@tendril/contract/provider/document';

/** One source under an answer: the passages of one URL, or one passage of something else. */
export interface SourceEntry {
  /** Places in the answer's list of documents, from 1; the first one is shown. */
  numbers: readonly number[];
  title: string;
  /** Where the passage stands: "help-centre.txt:212". Empty when unknown. */
  place: string;
  /** Only http and https. */
  url?: string;
  documents: readonly SourceDocument[];
}

/** The sources of an answer: each URL once, every other passage by itself. */
export function listSources(documents: readonly SourceDocument[]): SourceEntry[] {
  const byUrl = new Map<string, { numbers: number[]; documents: SourceDocument[] }>();
  const entries: SourceEntry[] = [];
  for (const [index, document] of documents.entries()) {
    const url = urlOf(document);
    const known = url === undefined ? undefined : byUrl.get(url);
    if (known) {
      known.numbers.push(index + 1);
      known.documents.push(document);
      continue;
    }
    const group = { numbers: [index + 1], documents: [document] };
    if (url !== undefined) byUrl.set(url, group);
    entries.push({ ...group, ...describe(document, url) });
  }
  return entries;
}

/** The source that a citation `[number]` means. */
export function findSource(sources: readonly SourceEntry[], number: number): SourceEntry | undefined {
  return sources.find(({ numbers }) => numbers.includes(number));
}

function describe(document: SourceDocument, url: string | undefined) {
  const title = textOf(document, 'title');
  if (url !== undefined) return { url, title: title || shortUrl(url), place: new URL(url).host };
  return { title: title || firstWords(document.pageContent), place: placeOf(document) };
}

function urlOf(document: SourceDocument): string | undefined {
  const source = textOf(document, 'source');
  if (!/^https?:\/\//i.test(source) || !URL.canParse(source)) return undefined;
  return new URL(source).href;
}

function placeOf(document: SourceDocument): string {
  const name = textOf(document, 'source').split(/[/\\]/).at(-1) ?? '';
  const { loc } = document.metadata ?? {};
  const line = readNumber(loc, 'lines', 'from');
  return line === undefined || name === '' ? name : `${name}:${line}`;
}

function readNumber(value: unknown, ...path: string[]): number | undefined {
  let part = value;
  for (const key of path) {
    if (typeof part !== 'object' || part === null) return undefined;
    part = (part as Record<string, unknown>)[key];
  }
  return typeof part === 'number' ? part : undefined;
}

// Documents of an old history may lack their metadata.
function textOf({ metadata }: SourceDocument, key: string): string {
  const value = metadata?.[key];
  return typeof value === 'string' ? value.trim() : '';
}

function shortUrl(url: string): string {
  const { host, pathname } = new URL(url);
  return host + (pathname === '/' ? '' : pathname);
}

const longestTitle = 48;

// A heading, a question, or the beginning of the first line.
function firstWords(text = ''): string {
  const line = (text.split('\n').find((part) => part.trim() !== '') ?? '').replace(/^[#\s>*-]+/, '').trim();
  const sentence = /^.{3,}?[.?!](?=\s|$)/.exec(line)?.[0] ?? line;
  if (sentence.length <= longestTitle) return sentence.replace(/[.:]$/, '');
  const cut = sentence.slice(0, longestTitle);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 24))}…`;
}
