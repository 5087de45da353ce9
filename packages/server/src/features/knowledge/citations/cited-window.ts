import type { CitedBlocks } from '@tendril/contract/api/citations';
import type { Block, Place } from '@tendril/contract/provider/block';
import { overlapsPlace } from './overlaps-place.ts';

const blocksBefore = 120;
const blocksAfter = 160;
const mostChars = 400_000;
/** A document of this many blocks, none of which is the one, is not read further. */
const mostLookedAt = 200_000;

interface Cited {
  places: readonly Place[];
  text: string;
}

const folded = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** By its place, else by its words: a passage of an older release has no place. */
function citesBlock({ places, text }: Cited): (block: Block) => boolean {
  if (places.length > 0) return (block) => places.some((place) => overlapsPlace(block.place, place));
  const passage = folded(text);
  return (block) => {
    const own = folded(block.text);
    return own.length > 2 && (passage.includes(own) || (passage.length > 2 && own.includes(passage)));
  };
}

/** The part of a document around what is cited; its beginning where that is not found. */
export async function readCitedWindow(
  pieces: AsyncIterable<readonly Block[]>,
  cited: Cited,
): Promise<CitedBlocks> {
  const isCited = citesBlock(cited);
  const window: { block: Block; isCited: boolean }[] = [];
  const beginning: Block[] = [];
  let [after, chars, seen, dropped] = [-1, 0, 0, 0];
  let hasAfter = false;
  reading: for await (const blocks of pieces) {
    for (const block of blocks) {
      const found = isCited(block);
      // The end of a long passage may come where the window would end already.
      const isEnough = after >= blocksAfter || chars > mostChars || seen >= mostLookedAt;
      if (isEnough && (!found || chars > mostChars)) {
        hasAfter = true;
        break reading;
      }
      seen += 1;
      if (beginning.length < blocksBefore + blocksAfter) beginning.push(block);
      window.push({ block, isCited: found });
      if (found) after = 0;
      else if (after >= 0) after += 1;
      if (after >= 0) chars += block.text.length;
      else if (window.length > blocksBefore) {
        window.shift();
        dropped += 1;
      }
    }
  }
  if (after < 0)
    return { blocks: beginning.map(plain), cited: [], hasBefore: false, hasAfter: seen > beginning.length };
  return {
    blocks: window.map(({ block }) => plain(block)),
    cited: window.flatMap((one, at) => (one.isCited ? [at] : [])),
    hasBefore: dropped > 0,
    hasAfter,
  };
}

// Browsers draw blocks from their text: no HTML of a document ever reaches a page.
function plain({ html: _, ...block }: Block): Block {
  return block;
}
