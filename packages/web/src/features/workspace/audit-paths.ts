import type { AuditTargetKind } from '@tendril/contract/api/audit';

/** The page that shows what an entry is about. */
export const auditPaths: Readonly<Record<AuditTargetKind, (id: string) => string>> = {
  flow: (id) => `/canvas/${id}`,
  pipeline: (id) => `/agentcanvas/${id}`,
  tool: (id) => `/tools?tool=${id}`,
  secret: () => '/credentials',
  variable: () => '/variables',
  store: (id) => `/document-stores/${id}`,
  assistant: (id) => `/assistants/custom/${id}`,
  voiceAgent: (id) => `/agent/${id}`,
};
