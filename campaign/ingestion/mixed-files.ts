import { makeOfficeFiles } from '@tendril/catalogue/testing/corpus/make-office-files';
import { makeSentence } from '@tendril/catalogue/testing/corpus/seeded-words';
import { seededRandom } from '../seeded-random.ts';

export interface MixedFile {
  name: string;
  content: Uint8Array;
}

interface MixedFiles {
  /** The same seed makes the same files. */
  seed: number;
  /** Of all files together, about. */
  bytes: number;
  largest: number;
}

/** Bytes of a text file of scale 1, about. */
const unit = 2000;
/** Pages of this reader take longer than all others. */
const largestPdf = 20;
const sectionSentences = 12;

function makeMarkdown(random: () => number, bytes: number): string {
  const lines: string[] = [];
  for (let size = 0, at = 0; size < bytes; at += 1) {
    const line = at % sectionSentences === 0 ? `\n## ${makeSentence(random)}\n` : makeSentence(random);
    lines.push(line);
    size += line.length + 1;
  }
  return lines.join('\n');
}

/** Files of all formats, most of them small and some large, until they are so many bytes. */
export function* makeMixedFiles({ seed, bytes, largest }: MixedFiles): Generator<MixedFile> {
  const random = seededRandom(seed);
  const endings = [...Object.keys(makeOfficeFiles(1)).map((name) => name.slice('made.'.length)), 'md', 'txt'];
  for (let made = 0, at = 0; made < bytes; at += 1) {
    const ending = endings[at % endings.length] ?? 'md';
    const isLarge = random() < 0.2;
    const size = Math.floor(random() * (isLarge ? largest : largest / 20));
    const scale = Math.max(1, Math.floor(size / unit));
    const content =
      ending === 'md' || ending === 'txt'
        ? Buffer.from(makeMarkdown(random, size))
        : (makeOfficeFiles(seed * 1000 + at, ending === 'pdf' ? Math.min(scale, largestPdf) : scale)[
            `made.${ending}`
          ] ?? Buffer.alloc(0));
    made += Math.max(content.length, 1);
    yield { name: `${at}.${ending}`, content };
  }
}
