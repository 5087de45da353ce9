import { createConnections } from '../features/account/credentials/connections.service.ts';
import { createCredentialUses } from '../features/account/credentials/credential-uses.ts';
import { createCredentialService } from '../features/account/credentials/credentials.service.ts';
import { createFlowUses } from '../features/flows/flow-uses/flow-uses.service.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Ground } from './infrastructure.ts';
import type { FirstFloor } from './runtime.ts';

/** Stored secrets and the sign-ins that some of them need. */
export function createSecretDesk(ground: Ground, floor: FirstFloor, onChange: (scope: Scope) => void) {
  const { db, vault, egress } = ground;
  const findKind = async (name: string) => (await floor.catalogue()).credential(name);
  const connections = createConnections({ ...ground, findKind, onChange });
  const findUses = createCredentialUses(db, createFlowUses(db));
  const parts = { db, vault, egress, findKind, findUses, connections, onChange };
  return { connections, credentials: createCredentialService(parts) };
}
