import type { Auth } from '@tendril/contract/api/endpoint';
import type { Permission } from '@tendril/contract/permission';

/** A signed-in person, working in the workspace of the session. */
export interface UserCaller {
  readonly kind: 'user';
  readonly userId: string;
  readonly workspaceId: string;
  readonly familyId: string;
}

/** A program with an API key of one workspace. */
export interface KeyCaller {
  readonly kind: 'apiKey';
  readonly keyId: string;
  readonly workspaceId: string;
  readonly scope: 'full' | 'flows' | 'read' | 'credentials' | 'custom';
  /** The person who made it; null if unknown. It may never do more than that person. */
  readonly createdBy: string | null;
  /** For the scope `flows`: the only flows it may use. */
  readonly flowIds?: ReadonlySet<string>;
  /** For the scope `custom`: all that it may do. */
  readonly permissions?: ReadonlySet<Permission>;
}

interface AnonymousCaller {
  readonly kind: 'anonymous';
  /** Set on a signed-in person whose role does not permit the route, where anybody may be admitted. */
  readonly lacks?: Permission;
}

export type Caller = UserCaller | KeyCaller | AnonymousCaller;

/** A caller with a known workspace, which stores require. */
export type ScopedCaller = UserCaller | KeyCaller;

/** The callers that can reach a handler, by the route's `auth`. */
export type CallerOf<A extends Auth> = A extends 'session'
  ? UserCaller
  : A extends 'sessionOrKey'
    ? ScopedCaller
    : A extends 'flow' | 'signed'
      ? Caller
      : AnonymousCaller;

/** Whether the caller, if it is a key for chosen flows, may use this one; says nothing of any other right. */
export function isForFlow(caller: Caller, flowId: string): boolean {
  return caller.kind !== 'apiKey' || caller.scope !== 'flows' || (caller.flowIds?.has(flowId) ?? false);
}

/** Who made a change, as stored in rows and the audit log. */
export function callerName(caller: ScopedCaller): string {
  return caller.kind === 'user' ? `user:${caller.userId}` : `key:${caller.keyId}`;
}

export const anonymous: AnonymousCaller = { kind: 'anonymous' };
