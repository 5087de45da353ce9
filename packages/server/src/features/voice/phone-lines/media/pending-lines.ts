import { createHash, randomBytes } from 'node:crypto';
import type { CarrierLine } from './carrier-line.ts';

const most = 5000;

/** Lines that wait for their carrier's media socket. */
interface PendingLines {
  /** A token that opens the line once, until it is removed or so much time has passed. */
  add(line: CarrierLine, forMs: number): string;
  /** The line of a token, which is used up with that. */
  take(token: string): CarrierLine | undefined;
}

/** Keeps them in memory: a line does not outlive its process. */
export function createPendingLines(): PendingLines {
  const waiting = new Map<string, { line: CarrierLine; until: number }>();
  const forgetOld = () => {
    const now = Date.now();
    for (const [key, { until }] of waiting) if (until < now || waiting.size >= most) waiting.delete(key);
  };
  return {
    add(line, forMs) {
      forgetOld();
      const token = randomBytes(32).toString('base64url');
      waiting.set(hashOf(token), { line, until: Date.now() + forMs });
      return token;
    },
    take(token) {
      const key = hashOf(token);
      const found = waiting.get(key);
      waiting.delete(key);
      return found && found.until >= Date.now() ? found.line : undefined;
    },
  };
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
