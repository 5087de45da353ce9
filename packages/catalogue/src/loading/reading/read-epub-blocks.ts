import { posix } from 'node:path';
import type { BlockPiece } from './block-piece.ts';
import { cutPieces } from './cut-pieces.ts';
import { htmlBlocks } from './html-blocks.ts';
import { type OpenedArchive, openArchive } from './open-archive.ts';
import { scanXml } from './scan-xml.ts';

function packagePath(archive: OpenedArchive): string {
  let path = '';
  scanXml(archive.text('META-INF/container.xml') ?? '', {
    open(tag, attributes) {
      if (tag === 'rootfile' && path === '') path = attributes['full-path'] ?? '';
    },
  });
  return path;
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

/** The names of the chapters, in the order in which they are read. */
function chaptersOf(archive: OpenedArchive): string[] {
  const path = packagePath(archive);
  const files = new Map<string, string>();
  const spine: string[] = [];
  scanXml(archive.text(path) ?? '', {
    open(tag, { id = '', href = '', idref = '' }) {
      if (tag === 'item') files.set(id, posix.join(posix.dirname(path), decoded(href)));
      if (tag === 'itemref') spine.push(idref);
    },
  });
  return spine.flatMap((id) => files.get(id) ?? []).filter((name) => archive.names.includes(name));
}

/** The chapters of an EPUB book. */
export function* readEpubBlocks(bytes: Buffer): Generator<BlockPiece> {
  const archive = openArchive(bytes);
  if (archive.names.includes('META-INF/rights.xml')) throw new Error('it is protected against copying');
  const chapters = chaptersOf(archive);
  if (chapters.length === 0) throw new Error('it holds no chapter');
  for (const [index, name] of chapters.entries()) {
    const blocks = htmlBlocks(archive.text(name) ?? '', { place: { anchor: name } });
    yield* cutPieces(blocks, { number: index + 1, total: chapters.length });
  }
}
