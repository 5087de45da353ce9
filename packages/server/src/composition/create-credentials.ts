import {
  createConnections,
  createCredentialService,
  createCredentialUses,
} from '../features/account/credentials/public.ts';
import { createFlowUses, type FlowUses } from '../features/flows/flow-uses/public.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import type { Runtime } from './runtime.ts';

/** Stored secrets and the sign-ins that some of them need. */
export function createCredentials(
  infrastructure: Infrastructure,
  runtime: Runtime,
  onChange: (scope: Scope) => void,
  flowUses: FlowUses = createFlowUses(infrastructure),
) {
  const { db, vault, egress } = infrastructure;
  const findKind = async (name: string) => (await runtime.catalogue()).credential(name);
  const connections = createConnections({ ...infrastructure, findKind, onChange });
  const findUses = createCredentialUses(db, flowUses);
  const parts = { db, vault, egress, findKind, findUses, connections, onChange };
  return { connections, credentials: createCredentialService(parts) };
}
