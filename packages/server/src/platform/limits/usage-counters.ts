/** What a window holds after an addition. */
export interface CountedWindow {
  count: number;
  /** When it ends, from now. */
  leftMs: number;
}

/** Counts per key in fixed windows that begin with their first use. Three places keep them; one contract holds for all. */
export interface UsageCounters {
  /** Whether other processes count in the same windows: then a look costs a round trip. */
  readonly isShared: boolean;
  add(key: string, amount: number, windowMs: number): Promise<CountedWindow>;
  /** Takes back of a window that is still open; never below 0. */
  subtract(key: string, amount: number): Promise<void>;
  clear(key: string): Promise<void>;
  close(): Promise<void>;
}
