import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that a change belongs to. */
export interface AuditContext {
  /** The tag of its route. */
  readonly area: string;
  readonly address: string;
  /** Whether a feature has written its own audit entry for the change. */
  isRecorded: boolean;
}

/** Gives the audit log the origin of a change without every service passing it along. */
export const auditContext = new AsyncLocalStorage<AuditContext>();
