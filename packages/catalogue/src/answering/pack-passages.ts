import type { SourceDocument } from '@tendril/contract/provider/document';
import { toPassages } from '../text/passages.ts';

/** Characters of passages that one prompt takes: some 8,000 tokens, which every model of today can read. */
const mostCharacters = 32_000;

/** Passages as texts for prompts: as many together as fit, or each by itself. */
export function packPassages(documents: readonly SourceDocument[], areTogether: boolean): string[] {
  const packs: SourceDocument[][] = [];
  let size = 0;
  for (const document of documents) {
    const last = packs.at(-1);
    size += document.pageContent.length;
    if (last && areTogether && size <= mostCharacters) last.push(document);
    else {
      packs.push([document]);
      size = document.pageContent.length;
    }
  }
  return packs.map((pack) => toPassages(pack));
}
