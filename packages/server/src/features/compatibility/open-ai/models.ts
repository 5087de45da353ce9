import { AppError } from '@tendril/contract/app-error';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { modelStore } from './models.store.ts';

interface ModelRow {
  id: string;
  name: string;
  createdAt: number;
}

/** Flows as models of OpenAI's clients: by id or by name. */
export function createModels(db: Database) {
  const store = modelStore(db);

  async function findNamed(scope: Scope, model: string): Promise<ModelRow | undefined> {
    const [first, second] = await store.named(scope, model);
    if (!second) return first;
    const message = `several flows are called "${model}"; use the id of one`;
    throw new AppError('INVALID_INPUT', `model: ${message}`, { details: [{ path: 'model', message }] });
  }

  return {
    /**
     * The id of a flow; anonymous callers may name flows by id only. Throws INVALID_INPUT for a name of several flows.
     */
    async resolve(caller: Caller, model: string): Promise<string> {
      if (caller.kind === 'anonymous' || (await store.find(caller, model))) return model;
      return (await findNamed(caller, model))?.id ?? model;
    },

    async list(scope: Scope) {
      return { object: 'list' as const, data: (await store.list(scope)).map(toModel) };
    },

    /** Throws NOT_FOUND. */
    async read(scope: Scope, model: string) {
      const row = (await store.find(scope, model)) ?? (await findNamed(scope, model));
      if (!row) throw new AppError('NOT_FOUND', `There is no flow "${model}".`);
      return toModel(row);
    },
  };
}

export type ModelService = ReturnType<typeof createModels>;

function toModel({ id, name, createdAt }: ModelRow) {
  return { id, object: 'model' as const, created: Math.floor(createdAt / 1000), owned_by: 'tendril', name };
}
