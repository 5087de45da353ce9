/** A file name for what is exported now: "leads 2026-01-31". */
export function fileStem(what: string, now: Date = new Date()): string {
  return `${what} ${now.toISOString().slice(0, 10)}`;
}
