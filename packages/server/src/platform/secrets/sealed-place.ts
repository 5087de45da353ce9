/**
 * Where a sealed text is stored. It opens there only, so that write access to the database is not enough to move it.
 */
export interface SealedPlace {
  readonly workspaceId: string;
  /** Table and column: "credential.encryptedData". */
  readonly column: string;
  /** The row, or the part of it that the text belongs to. */
  readonly key: string;
  /** Its name for people, at the beginning of a sentence: "The secret “OpenAI”". */
  readonly label: string;
  /** What a person can do when it cannot be read. */
  readonly remedy: string;
}
