import type { ScopedCaller } from '../../../platform/http/caller.ts';

/** Who saved a version or changed a setting, as rows and the audit log keep it. */
export function authorOf(caller: ScopedCaller): string {
  return caller.kind === 'user' ? `user:${caller.userId}` : `key:${caller.keyId}`;
}
