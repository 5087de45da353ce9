import { createConnections } from '../features/account/credentials/connections.service.ts';
import { createCredentialUses } from '../features/account/credentials/credential-uses.ts';
import { createCredentialService } from '../features/account/credentials/credentials.service.ts';
import { createFlowUses } from '../features/flows/flow-uses/flow-uses.service.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import type { Runtime } from './runtime.ts';

/** Stored secrets and the sign-ins that some of them need. */
export function createCredentials(
  infrastructure: Infrastructure,
  runtime: Runtime,
  onChange: (scope: Scope) => void,
) {
  const { db, vault, egress } = infrastructure;
  const findKind = async (name: string) => (await runtime.catalogue()).credential(name);
  const connections = createConnections({ ...infrastructure, findKind, onChange });
  const findUses = createCredentialUses(db, createFlowUses(db));
  const parts = { db, vault, egress, findKind, findUses, connections, onChange };
  return { connections, credentials: createCredentialService(parts) };
}
