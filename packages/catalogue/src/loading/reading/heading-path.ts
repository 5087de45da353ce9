import type { Block } from '@tendril/contract/provider/block';

const longestHeading = 200;

/** Notes above each block the headings that it stands under. */
export class HeadingPath {
  readonly #open: { level: number; text: string }[] = [];

  /** The same block with its path, unless its reader has set one: that of an attachment is its own. */
  place(block: Block): Block {
    if (block.path) return block;
    const isHeading = block.kind === 'heading';
    const level = block.level ?? 6;
    if (isHeading) while ((this.#open.at(-1)?.level ?? 0) >= level) this.#open.pop();
    const path = this.#open.map(({ text }) => text);
    if (isHeading) this.#open.push({ level, text: block.text.slice(0, longestHeading) });
    return path.length > 0 ? { ...block, path } : block;
  }
}
