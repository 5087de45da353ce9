/** First bytes of a backup; the number is the format version. */
export const backupMark = Buffer.from('TENDRIL-BACKUP 1\n');
/** Last bytes: a file without them was truncated. */
export const endMark = Buffer.from('TENDRIL-END\n');
/** Bytes of the checksum (SHA-256 of everything before it) that precedes the end mark. */
export const checksumBytes = 32;

/** Lengths of a record's head and body, before both. */
export const lengthBytes = 8;
export const largestHead = 256 * 1024;
export const largestBody = 256 * 1024 * 1024;

/** What a backup contains. */
export interface Manifest {
  kind: 'manifest';
  database: 'sqlite' | 'postgres';
  /** When it was begun, in ms since 1970: it contains everything that was acknowledged before. */
  madeAt: number;
  /** Names of the schema's migrations, in order. */
  migrations: string[];
  /** Distinguishes keys without revealing anything of them. */
  keyMark: string;
  /** The bucket that held uploads and recordings; they are not in the backup. */
  bucket?: string;
}

/**
 * One record inside the compressed part. A file is announced and then follows in parts; so do the rows of a table, as
 * JSON arrays. The end counts them, so that a gap is detected.
 */
export type RecordHead =
  | Manifest
  | { kind: 'file'; path: string }
  | { kind: 'part' }
  | { kind: 'table'; name: string }
  | { kind: 'rows' }
  | { kind: 'key' }
  | { kind: 'end'; files: number; tables: number };

export interface BackupRecord {
  head: RecordHead;
  body: Buffer;
}
