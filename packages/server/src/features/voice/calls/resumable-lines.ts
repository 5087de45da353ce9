import { hashCallToken, mintCallToken } from './call-token.ts';
import type { SocketLine } from './socket-line.ts';

/** A line that is open, and who may come back to it. */
interface ResumableLine {
  readonly line: Pick<SocketLine, 'resume'>;
  /** A program has registered its call: pages of any site may open it. */
  readonly isForOtherPages: boolean;
}

/** The lines of running calls that a page may open again: each by a token that only its page has. */
export interface ResumableLines {
  /** A token for a line; it holds as long as the line. */
  add(line: () => ResumableLine): string;
  find(token: string): ResumableLine | undefined;
  remove(token: string): void;
}

/** Keeps them in memory: a call does not outlive its process. */
export function createResumableLines(): ResumableLines {
  const lines = new Map<string, () => ResumableLine>();
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
