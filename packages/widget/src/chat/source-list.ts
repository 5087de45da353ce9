import type { SourceDocument } from '@tendril/contract/provider/document';
import { plainRecord, plainText } from './plain-record.ts';

/** One source of an answer: the passages of one address, or one passage of something else. */
export interface SourceEntry {
  /** Numbers in the answer's list, from 1; the first one is shown. */
  numbers: readonly number[];
  title: string;
  /** Only http and https. */
  url?: string;
  passages: readonly string[];
}

/** The sources of an answer: each address once, every other passage by itself. */
export function listSources(documents: readonly SourceDocument[]): SourceEntry[] {
  const byUrl = new Map<string, { numbers: number[]; passages: string[] }>();
  const entries: SourceEntry[] = [];
  for (const [index, document] of documents.entries()) {
    const metadata = plainRecord(document.metadata);
    const url = webAddress(plainText(metadata['source']));
    const words = plainText(document.pageContent);
    const known = url && byUrl.get(url);
    if (known) {
      known.numbers.push(index + 1);
      known.passages.push(words);
      continue;
    }
    const group = { numbers: [index + 1], passages: [words] };
    if (url) byUrl.set(url, group);
    const title = plainText(metadata['title']) || (url ? shortAddress(url) : titleOf(metadata, words));
    entries.push({ ...group, title, ...(url && { url }) });
  }
  return entries;
}

/** An address that a page may link to; undefined for everything else. */
export function webAddress(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).href;
}

function shortAddress(url: string): string {
  const { host, pathname } = new URL(url);
  return host + (pathname === '/' ? '' : pathname);
}

const longestTitle = 48;

// The name of a file, else how the passage begins.
function titleOf(metadata: Readonly<Record<string, unknown>>, words: string): string {
  const name = plainText(metadata['source']).split(/[/\\]/).at(-1) ?? '';
  if (/^[^\s:]+\.\w{1,5}$/.test(name)) return name;
  const line = (words.split('\n').find((part) => part.trim() !== '') ?? '').replace(/^[#\s>*-]+/, '').trim();
  const sentence = /^.{3,}?[.?!](?=\s|$)/.exec(line)?.[0] ?? line;
  if (sentence.length <= longestTitle) return sentence.replace(/[.:]$/, '');
  const cut = sentence.slice(0, longestTitle);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 24))}…`;
}
