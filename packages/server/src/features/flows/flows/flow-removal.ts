import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { ownedFileStore } from '../../../platform/files/owned-files.ts';
import type { IntakeParts } from './flow-intake.ts';
import { missingFlow } from './flow-writer.ts';
import { flowStore } from './flows.store.ts';
import { forgetChatFiles } from './forget-chat-files.ts';

/** Deletes what a feature holds of a flow. */
export type FlowRemover = (trx: DatabaseTransaction, scope: Scope, flowId: string) => Promise<void>;

/** Deletes a flow with everything that belongs to it: versions, messages, runs, events, files. Throws NOT_FOUND. */
export async function removeFlow(
  { db, files }: Pick<IntakeParts, 'db' | 'files'>,
  scope: Scope,
  id: string,
  removers: readonly FlowRemover[],
): Promise<void> {
  const unused = await db.transaction().execute(async (trx) => {
    if (!(await flowStore(trx).remove(scope, id))) throw missingFlow();
    const hashes = await removeRuns(trx, scope, id);
    for (const table of ['chat_message', 'feedback', 'lead'] as const) {
      await trx
        .deleteFrom(table)
        .where('workspaceId', '=', scope.workspaceId)
        .where('flowId', '=', id)
        .execute();
    }
    for (const remove of removers) await remove(trx, scope, id);
    const chatFiles = await forgetChatFiles(trx, scope, id);
    return [...hashes, ...chatFiles, ...(await ownedFileStore(trx, 'flow').removeAll(scope, id))];
  });
  for (const sha256 of new Set(unused)) await files.remove(scope.workspaceId, sha256);
}

async function removeRuns(trx: DatabaseTransaction, scope: Scope, flowId: string): Promise<string[]> {
  const ofFlow = trx
    .selectFrom('run')
    .select('id')
    .where('workspaceId', '=', scope.workspaceId)
    .where('flowId', '=', flowId);
  const owners = await trx
    .selectFrom('file')
    .select(['ownerKind', 'ownerId'])
    .distinct()
    .where('ownerKind', 'in', ['run', 'citation'])
    .where('ownerId', 'in', ofFlow)
    .execute();
  const hashes: string[] = [];
  for (const { ownerKind, ownerId } of owners)
    hashes.push(...(await ownedFileStore(trx, ownerKind).removeAll(scope, ownerId)));
  await trx.deleteFrom('event').where('runId', 'in', ofFlow).execute();
  await trx
    .deleteFrom('run')
    .where('workspaceId', '=', scope.workspaceId)
    .where('flowId', '=', flowId)
    .execute();
  return hashes;
}
