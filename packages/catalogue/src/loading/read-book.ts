import { posix } from 'node:path';
import { load } from 'cheerio';
import type { TextPiece } from './parse-message.ts';
import { readArchive } from './read-archive.ts';
import { readPage } from './read-page.ts';

/** The chapters of a book, in the order in which they are read. */
export function* readBook(bytes: Buffer): Generator<TextPiece> {
  const texts = readArchive(bytes);
  const container = load(texts.get('META-INF/container.xml') ?? '', { xml: true });
  const packagePath = container('rootfile').attr('full-path') ?? '';
  const book = load(texts.get(packagePath) ?? '', { xml: true });
  const files = new Map(
    book('manifest > item')
      .toArray()
      .map((element) => [book(element).attr('id'), book(element).attr('href') ?? '']),
  );
  const chapters = book('spine > itemref')
    .toArray()
    .map((element) => files.get(book(element).attr('idref')) ?? '')
    .map((href) => texts.get(posix.join(posix.dirname(packagePath), decodeURIComponent(href))) ?? '');
  if (chapters.length === 0) throw new Error('it holds no chapter');
  for (const [index, html] of chapters.entries()) {
    const { text } = readPage(html, { url: 'https://book.invalid/', selector: undefined, wantsLinks: false });
    yield { text, number: index + 1, total: chapters.length };
  }
}
