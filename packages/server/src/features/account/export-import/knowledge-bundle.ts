import type * as z from 'zod';
import type { Entry } from './bundle.ts';
import type { documentRow, storeRow } from './knowledge-bundle-rows.ts';

/** What belongs to a loader of a bundle, by the loader's key. */
interface OfLoader {
  loader: string;
}

export interface BundleChunk extends OfLoader {
  pageContent: string;
  /** JSON text of an object. */
  metadata: string;
  indexText: string | null;
  parentKey: string | null;
  /** The id in the file of the document that it is of. */
  fileId: string | null;
}

export interface BundleParent extends OfLoader {
  key: string;
  text: string;
}

/** A file that a loader has read. */
export interface BundleDocument extends OfLoader, Omit<z.output<typeof documentRow>, 'docId' | 'storeId'> {}

/** Bytes of a stored file, a part at a time; without them where the export had no room. */
export interface BundleContent {
  /** The key of its knowledge base. */
  store: string;
  name: string;
  mediaType: string;
  size: number;
  sha256: string;
  part: number;
  /** Base64. */
  data: string | null;
}

export interface BundleLoader {
  /** Unique among all files of an import: its chunks and documents name it. */
  key: string;
  loaderId: string;
  loaderName: string;
  /** JSON text of an object. */
  loaderConfig: string;
  splitterId: string;
  splitterName: string;
  splitterConfig: string;
  source: string;
  /** JSON text of the stored files that it names. */
  files: string;
  /** JSON text of what reads pictures and sound of it, or null. */
  reading: string | null;
  isStale: boolean;
  /** JSON text of who may read it, or null. */
  acl: string | null;
  sync: { cron: string; timezone: string } | null;
  chunkCount: number;
}

export interface BundleStore
  extends Entry,
    Pick<z.output<typeof storeRow>, 'audience' | 'secrets' | 'questions'> {
  /** Unique among all files of an import. */
  key: string;
  name: string;
  description: string;
  /** JSON text of the chosen node, or null. */
  embeddingConfig: string | null;
  vectorStoreConfig: string | null;
  recordManagerConfig: string | null;
  loaders: BundleLoader[];
  /** Names of files that it used and that did not come along. */
  missingFiles: string[];
}
