/** A file as its source lists it. */
export interface SourceEntry {
  /** What it is known by at its source: a path, an id, an address. */
  key: string;
  /** Changes with its content; null where the source does not say so before it is read. */
  version: string | null;
  title: string;
  url: string | null;
  /** Who may read it: `public`, `workspace`, `user:<mail>`, `group:<id>`; absent where the source does not say. */
  acl?: readonly string[];
  /** Who may read it there too and is known to nobody here, each in a few words that go on "shared with …". */
  unmapped?: readonly string[];
  bytes?: number;
  /** When it was changed, in milliseconds. */
  at?: number;
  /** Why it is not read at all, in a sentence. */
  skipped?: string;
}

/** One page of a listing. */
export interface SourcePage {
  entries: readonly SourceEntry[];
  /** Where the listing goes on; absent at its end. */
  next?: string;
  /** False where there is more than what is listed, or where that is not known: nothing may be taken as deleted then. */
  isWhole: boolean;
  /** Why the listing is not whole, in a sentence. */
  note?: string;
}

/** What is to be listed of files besides what they are. */
export interface SourceAsked {
  /** Who may read each of them, also where that takes requests of its own. */
  access?: boolean;
}

/** The content of a file, to be read by the ending of its name. */
export interface SourceContent {
  name: string;
  bytes: Uint8Array;
  /** Where it is only known now, or better than before. */
  version?: string;
  title?: string;
}

/** Files elsewhere that a knowledge base can be kept in step with. */
export interface DocumentSource {
  /** Equal versions mean equal contents, also under different keys. */
  hasContentVersions: boolean;
  list(cursor: string | undefined): Promise<SourcePage>;
  /** `known` is the version that was read last; undefined where nothing has changed since. Throws NOT_FOUND. */
  read(entry: SourceEntry, known: string | null): Promise<SourceContent | undefined>;
  /**
   * Whether a file that was not listed is there all the same: of sources whose listings may leave some out. It is asked
   * of each before it is taken as deleted. Throws where the source cannot say.
   */
  isThere?(key: string): Promise<boolean>;
  close?(): Promise<void>;
}
