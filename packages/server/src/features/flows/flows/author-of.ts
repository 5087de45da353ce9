import type { ScopedCaller } from '../../../platform/http/caller.ts';

/** Who saved a version or changed a setting, as stored in rows and the audit log. */
export function authorOf(caller: ScopedCaller): string {
  return caller.kind === 'user' ? `user:${caller.userId}` : `key:${caller.keyId}`;
}
