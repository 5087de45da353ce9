/** Where a sealed text is kept. It opens there only, so that nobody who writes to the database can move it. */
export interface SealedPlace {
  readonly workspaceId: string;
  /** Table and column: "credential.encryptedData". */
  readonly column: string;
  /** The row, or the part of it that the text belongs to. */
  readonly key: string;
  /** What a person calls it, at the beginning of a sentence: "The secret “OpenAI”". */
  readonly label: string;
  /** What a person does when it cannot be read. */
  readonly remedy: string;
}
