import type { LoadedBlocks } from '@tendril/contract/provider/loaded-blocks';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import { HeadingPath } from './reading/heading-path.ts';
import { markdownBlocks } from './reading/markdown-blocks.ts';
import { cutText } from './text-segments.ts';

function linesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** The texts of a loader that knows no blocks, read as markdown, whose structure most texts have. */
export async function* blocksOfParts(parts: AsyncIterable<LoadedPart>): AsyncGenerator<LoadedBlocks> {
  let path = new HeadingPath();
  let document: string | undefined;
  for await (const { documents, linesBefore, progress } of parts) {
    for (const [index, { pageContent, metadata }] of documents.entries()) {
      const own = String(metadata['source'] ?? metadata['url'] ?? index);
      if (own !== document) path = new HeadingPath();
      document = own;
      let before = linesBefore ?? 0;
      for (const text of cutText(pageContent)) {
        const blocks = [...markdownBlocks(text)].map((block) => {
          const [from = 1, to = 1] = block.place.lines ?? [];
          return path.place({ ...block, place: { lines: [from + before, to + before] } });
        });
        before += linesIn(text);
        yield { document, blocks, metadata, progress };
      }
    }
  }
}
