import { createHmac, timingSafeEqual } from 'node:crypto';
import type { UserCaller } from './caller.ts';

/** Lifetime of an access token. */
export const accessMs = 15 * 60_000;

/** Signs and verifies the short tokens of a session; ids hold no dots, so dots separate the fields. */
export interface AccessTokens {
  sign(caller: UserCaller, now: number): string;
  /** The caller; undefined when the signature or the time is wrong. */
  read(token: string, now: number): UserCaller | undefined;
  /** The value a page must echo in `x-csrf-token`: bound to the session, so a planted cookie is worthless. */
  csrfTokenOf(familyId: string): string;
}

export function createAccessTokens(key: Buffer): AccessTokens {
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');

  return {
    sign({ familyId, userId, workspaceId }, now) {
      const text = `${familyId}.${userId}.${workspaceId}.${now + accessMs}`;
      return `${text}.${sign(text)}`;
    },
    read(token, now) {
      const at = token.lastIndexOf('.');
      const text = token.slice(0, Math.max(at, 0));
      if (!isSame(token.slice(at + 1), sign(text))) return undefined;
      const [familyId, userId, workspaceId, expiresAt] = text.split('.');
      if (!familyId || !userId || !workspaceId || Number(expiresAt) <= now) return undefined;
      return { kind: 'user', familyId, userId, workspaceId };
    },
    csrfTokenOf: (familyId) => sign(`csrf.${familyId}`),
  };
}

/** Compares two texts in constant time. */
export function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
