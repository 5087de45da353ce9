/** Booleans are stored as 0 or 1 in both databases. */
export type Bit = 0 | 1;
/** Milliseconds since 1970. */
export type Time = number;
/** JSON kept as text. */
export type Json = string;
/** What somebody has opened a stream, socket or call with: it ends when that does. */
export type Holder = `session:${string}` | `key:${string}`;
