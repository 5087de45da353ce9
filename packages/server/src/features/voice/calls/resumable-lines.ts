import { hashCallToken, mintCallToken } from './call-token.ts';
import type { SocketLine } from './socket-line.ts';

/** The lines of running calls that a page may open again: each by a token that only its page has. */
export interface ResumableLines {
  /** A token for a line; valid as long as the line. */
  add(line: () => SocketLine): string;
  find(token: string): SocketLine | undefined;
  remove(token: string): void;
}

/** Keeps them in memory: a call does not outlive its process. */
export function createResumableLines(): ResumableLines {
  const lines = new Map<string, () => SocketLine>();
  return {
    add(line) {
      const token = mintCallToken();
      lines.set(hashCallToken(token) ?? '', line);
      return token;
    },
    find: (token) => lines.get(hashCallToken(token) ?? '')?.(),
    remove: (token) => void lines.delete(hashCallToken(token) ?? ''),
  };
}
