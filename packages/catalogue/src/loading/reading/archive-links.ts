import { posix } from 'node:path';
import type { OpenedArchive } from './open-archive.ts';
import { scanXml } from './scan-xml.ts';

interface ArchiveLink {
  type: string;
  /** The name of an entry. */
  path: string;
}

/** What a part of an office file refers to, by the ids of its references. */
export function archiveLinks(archive: OpenedArchive, part: string): Map<string, ArchiveLink> {
  const folder = posix.dirname(part);
  const xml = archive.text(`${folder}/_rels/${posix.basename(part)}.rels`) ?? '';
  const links = new Map<string, ArchiveLink>();
  if (xml !== '')
    scanXml(xml, {
      open(name, { Id = '', Target = '', Type = '', TargetMode }) {
        if (name !== 'Relationship' || TargetMode === 'External') return;
        const path = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
        links.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), path });
      },
    });
  return links;
}
