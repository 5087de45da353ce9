import { listEntries, unpackEntry } from '../archive-entries.ts';

/** An opened archive: its entries by name, each unpacked when asked for, all of them under one limit. */
export interface OpenedArchive {
  names: readonly string[];
  /** The text of an entry; undefined where there is none of this name. */
  text(name: string): string | undefined;
}

/** Opens an archive of untrusted origin. Throws an error whose message says why it cannot be read. */
export function openArchive(bytes: Buffer): OpenedArchive {
  const entries = new Map(listEntries(bytes).map((entry) => [entry.name, entry]));
  const budget = { left: 200 * 1024 * 1024 };
  return {
    names: [...entries.keys()],
    text(name) {
      const entry = entries.get(name);
      if (!entry) return undefined;
      const content = unpackEntry(bytes, entry, budget);
      const isWide = content[0] === 0xff && content[1] === 0xfe;
      return content.toString(isWide ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '');
    },
  };
}
