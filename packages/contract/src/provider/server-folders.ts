/** A file below an allowed folder of the server; its path has slashes and is relative to that folder. */
interface FolderFile {
  path: string;
  bytes: number;
  changedAt: number;
}

/** Folders of the server that its operator allows to be read. No link leads out of them. */
export interface ServerFolders {
  /** The names of the allowed folders. */
  names(): readonly string[];
  /** Every file below a folder of one of them, in the order of their paths. Throws NOT_FOUND. */
  list(
    folder: string,
    below: string,
    signal: AbortSignal,
  ): Promise<{ files: FolderFile[]; isWhole: boolean }>;
  /** Throws NOT_FOUND, TOO_LARGE. */
  read(folder: string, path: string): Promise<Uint8Array>;
}
