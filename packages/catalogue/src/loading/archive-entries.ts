import { inflateRawSync } from 'node:zlib';

const most = 200 * 1024 * 1024;
const mostEntries = 10_000;
const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;
const stored = 0;
const deflated = 8;
const isEncrypted = 1;

/** An entry of an archive, as its table of contents says. */
interface ArchiveEntry {
  name: string;
  at: number;
  size: number;
  method: number;
  flags: number;
}

function findEnd(bytes: Buffer): number {
  const from = Math.max(0, bytes.length - 65_557);
  for (let at = bytes.length - 22; at >= from; at -= 1) if (bytes.readUInt32LE(at) === endMark) return at;
  throw new Error('it is no such document, or it was cut short');
}

function contentOf(bytes: Buffer, { at, size }: ArchiveEntry): Buffer {
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== localMark)
    throw new Error('its archive is damaged');
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  if (start + size > bytes.length) throw new Error('its archive is damaged');
  return bytes.subarray(start, start + size);
}

function unpack(packed: Buffer, method: number, left: number): Buffer {
  if (method === stored) return packed;
  if (method !== deflated) throw new Error('its archive is packed in an unknown way');
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, left) });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new Error(`unpacked, it is larger than ${most / 1024 / 1024} MB`);
    throw new Error('its archive is damaged');
  }
}

/** The table of contents of an archive. Throws an error whose message says why it cannot be read. */
export function listEntries(bytes: Buffer): ArchiveEntry[] {
  if (bytes.length < 22) throw new Error('it is no such document, or it was cut short');
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > mostEntries) throw new Error('its archive has too many entries');
  let at = bytes.readUInt32LE(end + 16);
  const entries: ArchiveEntry[] = [];
  for (let entry = 0; entry < count; entry += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entryMark)
      throw new Error('its archive is damaged');
    const nameLength = bytes.readUInt16LE(at + 28);
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
      at: bytes.readUInt32LE(at + 42),
      size: bytes.readUInt32LE(at + 20),
      method: bytes.readUInt16LE(at + 10),
      flags: bytes.readUInt16LE(at + 8),
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** The content of one entry, unpacked within what is left for the whole archive. Throws an error that says why. */
export function unpackEntry(bytes: Buffer, entry: ArchiveEntry, budget: { left: number }): Buffer {
  if (entry.flags & isEncrypted) throw new Error('it is protected by a password');
  const content = unpack(contentOf(bytes, entry), entry.method, budget.left);
  budget.left -= content.length;
  if (budget.left < 0) throw new Error(`unpacked, it is larger than ${most / 1024 / 1024} MB`);
  return content;
}

/**
 * The entries of an archive, each unpacked under a limit of 200 MB for all of them, whatever its table of contents says.
 * Throws an error whose message says why.
 */
export function* archiveEntries(bytes: Buffer): Generator<{ name: string; content: Buffer }> {
  const budget = { left: most };
  for (const entry of listEntries(bytes))
    yield { name: entry.name, content: unpackEntry(bytes, entry, budget) };
}
