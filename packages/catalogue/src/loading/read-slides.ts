import { load } from 'cheerio';
import type { TextPiece } from './parse-message.ts';
import { numberedParts, readArchive } from './read-archive.ts';

/** The slides of a presentation, each with its paragraphs. */
export function* readSlides(bytes: Buffer): Generator<TextPiece> {
  const slides = numberedParts(readArchive(bytes), /^ppt\/slides\/slide(\d+)\.xml$/);
  if (slides.length === 0) throw new Error('it holds no slide');
  for (const [index, xml] of slides.entries()) {
    const slide = load(xml, { xml: true });
    const paragraphs = slide('a\\:p')
      .toArray()
      .map((element) => slide(element).find('a\\:t').text().trim());
    yield { text: paragraphs.filter(Boolean).join('\n'), number: index + 1, total: slides.length };
  }
}
