/** Who sends a request of the fuzzer. */
export const actors = ['owner', 'viewer', 'key', 'readKey', 'outsider', 'nobody', 'peer'] as const;
export type Actor = (typeof actors)[number];

/** One request of the fuzzer, before its sender is added. */
export interface FuzzCall {
  method: string;
  /** Path and query as they stand in the request line. */
  target: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
  /** Whether it has to go through a real socket, because nothing else sends it as it stands. */
  isRaw: boolean;
  /** What was broken in it, for the report; `valid` if nothing. */
  breakage: string;
  /** The field of the body that cannot be right, where the answer has to name it. */
  field?: string;
}
