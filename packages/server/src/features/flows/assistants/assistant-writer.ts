import { randomUUID } from 'node:crypto';
import type { createAssistant, updateAssistant } from '@tendril/contract/api/assistants';
import type { Body } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import type { AssistantTable } from '../../../platform/db/assistant-tables.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import type { AssistantFlows } from './assistant-flows.ts';
import { assistantStore } from './assistants.store.ts';
import { readDetails } from './read-details.ts';

interface WriterParts {
  db: Database;
  flows: AssistantFlows;
}

/**
 * The columns derived from a row's details: a custom assistant's flow is written first, and what it seals is not stored
 * here.
 */
interface Kept {
  details: string;
  flowId: string | null;
}

/** Writes assistants and their flows. */
export function assistantWriter({ db, flows }: WriterParts) {
  const store = assistantStore(db);

  async function keep(caller: ScopedCaller, read: ReturnType<typeof readDetails>, flowId: string | null) {
    const kept: { details: object; flowId: string | null } =
      read.type === 'CUSTOM'
        ? await flows.keep(caller, read.details, flowId)
        : { details: read.details, flowId: null };
    return { details: JSON.stringify(kept.details), flowId: kept.flowId } satisfies Kept;
  }

  return {
    async create(caller: ScopedCaller, body: Body<typeof createAssistant>): Promise<AssistantTable> {
      const read = readDetails(body.details, body.type);
      const now = Date.now();
      const kept = await keep(caller, read, null);
      const row: AssistantTable = {
        id: randomUUID(),
        workspaceId: caller.workspaceId,
        type: read.type,
        ...kept,
        credential: body.credential || null,
        iconSrc: body.iconSrc || null,
        revision: 1,
        createdAt: now,
        updatedAt: now,
      };
      try {
        await store.insert(row);
      } catch (error) {
        await flows.remove(caller, kept.flowId);
        throw error;
      }
      return row;
    },

    /** Throws NOT_FOUND, and STALE_VERSION when somebody else has saved since `revision`. */
    async save(
      caller: ScopedCaller,
      id: string,
      { revision, details, credential, iconSrc }: Body<typeof updateAssistant>,
    ): Promise<AssistantTable> {
      const row = await findAssistant(db, caller, id);
      if (revision !== undefined && revision !== row.revision) throw stale(row.revision);
      const kept: Partial<Kept> =
        details === undefined ? {} : await keep(caller, readDetails(details, row.type), row.flowId);
      const changes = {
        ...kept,
        ...(credential !== undefined && { credential: credential || null }),
        ...(iconSrc !== undefined && { iconSrc: iconSrc || null }),
        updatedAt: Math.max(Date.now(), row.updatedAt + 1),
      };
      if (!(await store.update(caller, id, row.revision, changes))) throw stale(row.revision);
      return { ...row, ...changes, revision: row.revision + 1 };
    },

    async remove(caller: ScopedCaller, { id, flowId }: AssistantTable): Promise<void> {
      await flows.remove(caller, flowId);
      await store.remove(caller, id);
    },
  };
}

/** Throws NOT_FOUND. */
export async function findAssistant(db: Database, scope: Scope, id: string): Promise<AssistantTable> {
  const row = await assistantStore(db).find(scope, id);
  if (!row) throw new AppError('NOT_FOUND', 'Assistant not found.');
  return row;
}

function stale(revision: number): AppError {
  return new AppError('STALE_VERSION', 'Someone else has saved this assistant since you opened it.', {
    details: [{ path: 'revision', message: String(revision) }],
  });
}
