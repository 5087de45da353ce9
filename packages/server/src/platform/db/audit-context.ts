import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that a change belongs to. */
export interface AuditContext {
  /** The tag of its route. */
  readonly area: string;
  readonly address: string;
  /** Whether something told the audit log of the change in its own words. */
  isRecorded: boolean;
}

/** Lets the audit log know where a change comes from without every service handing it on. */
export const auditContext = new AsyncLocalStorage<AuditContext>();
