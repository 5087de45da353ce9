/** Files that are gone at their source, and that only a person may have taken out. */
export interface HeldFiles {
  at: number;
  /** How many files the source had before. */
  of: number;
  ids: string[];
}

/** What a row of a sync holds back. */
export function readHeld(text: string | null): HeldFiles | null {
  return text === null ? null : (JSON.parse(text) as HeldFiles);
}
