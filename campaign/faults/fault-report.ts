/** What one fault has shown. */
export interface FaultReport {
  readonly name: string;
  /** What went wrong; empty where the server stood it. */
  readonly faults: readonly string[];
  /** What was counted meanwhile. */
  readonly figures: string;
  /** Why it could not be made on this machine. */
  readonly skipped?: string;
}
