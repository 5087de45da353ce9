import type { Scope } from './db/scope.ts';
import { createConnections } from './features/credentials/connections.service.ts';
import { createCredentialUses } from './features/credentials/credential-uses.ts';
import { createCredentialService } from './features/credentials/credentials.service.ts';
import { createFlowUses } from './features/flow-uses/flow-uses.service.ts';
import type { FirstFloor } from './first-floor.ts';
import type { Ground } from './ground.ts';

/** Stored secrets and the sign-ins that some of them need. */
export function createSecretDesk(ground: Ground, floor: FirstFloor, onChange: (scope: Scope) => void) {
  const { db, vault, egress } = ground;
  const findKind = async (name: string) => (await floor.catalogue()).credential(name);
  const connections = createConnections({ ...ground, findKind, onChange });
  const findUses = createCredentialUses(db, createFlowUses(db));
  const parts = { db, vault, egress, findKind, findUses, connections, onChange };
  return { connections, credentials: createCredentialService(parts) };
}
