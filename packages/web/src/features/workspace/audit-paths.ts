import type { AuditTargetKind } from '@tendril/contract/api/audit';

/** Where the thing that an entry is about is opened. */
export const auditPaths: Readonly<Record<AuditTargetKind, (id: string) => string>> = {
  flow: (id) => `/canvas/${id}`,
  pipeline: (id) => `/agentcanvas/${id}`,
  tool: (id) => `/tools?tool=${id}`,
  secret: () => '/credentials',
  variable: () => '/variables',
  store: (id) => `/document-stores/${id}`,
};
