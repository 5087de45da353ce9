import { randomUUID } from 'node:crypto';
import type { Body } from '@tendril/contract/api/endpoint';
import type { createVariable, updateVariable } from '@tendril/contract/api/variables';
import { AppError } from '@tendril/contract/app-error';
import { readRuntimeVariable } from '../../config.ts';
import type { Database, VariableTable } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { variableStore } from './variables.store.ts';

export interface VariableParts {
  db: Database;
  /** Called after a change that runs could notice. */
  onChange(scope: Scope): void;
}

/** Variables: text that flows use as `{{$vars.name}}`, kept here or read from the server's environment. */
export function createVariableService({ db, onChange }: VariableParts) {
  const store = variableStore(db);
  const known = new Map<string, Promise<Record<string, string>>>();

  const changed = (scope: Scope) => {
    known.delete(scope.workspaceId);
    onChange(scope);
  };

  async function refuseTaken(scope: Scope, name: string | undefined, id?: string): Promise<void> {
    const taken = name === undefined ? undefined : await store.findByName(scope, name);
    if (taken && taken.id !== id) throw new AppError('CONFLICT', `There is a variable "${name}" already.`);
  }

  async function read(scope: Scope, id: string) {
    const row = await store.find(scope, id);
    if (!row) throw missing();
    return toVariable(row);
  }

  return {
    list: async (scope: Scope) => (await store.list(scope)).map(toVariable),

    async create(scope: Scope, body: Body<typeof createVariable>) {
      await refuseTaken(scope, body.name);
      const [id, now] = [randomUUID(), Date.now()];
      await store.insert({ ...body, id, workspaceId: scope.workspaceId, createdAt: now, updatedAt: now });
      changed(scope);
      return read(scope, id);
    },

    async update(scope: Scope, id: string, body: Body<typeof updateVariable>) {
      await refuseTaken(scope, body.name, id);
      if (!(await store.update(scope, id, { ...body, updatedAt: Date.now() }))) throw missing();
      changed(scope);
      return read(scope, id);
    },

    async remove(scope: Scope, id: string): Promise<void> {
      if (!(await store.remove(scope, id))) throw missing();
      changed(scope);
    },

    /** Names and values for a run; from memory after the first time. */
    values(scope: Scope): Promise<Readonly<Record<string, string>>> {
      const { workspaceId } = scope;
      const kept = known.get(workspaceId);
      if (kept) return kept;
      const values = store.list({ workspaceId }).then(toValues);
      known.set(workspaceId, values);
      values.catch(() => known.delete(workspaceId));
      return values;
    },
  };
}

export type VariableService = ReturnType<typeof createVariableService>;

function toValues(rows: readonly VariableTable[]): Record<string, string> {
  const value = (row: VariableTable) =>
    row.type === 'runtime' ? (readRuntimeVariable(row.name) ?? '') : row.value;
  return Object.fromEntries(rows.map((row) => [row.name, value(row)]));
}

function toVariable(row: VariableTable) {
  return {
    id: row.id,
    name: row.name,
    value: row.value,
    type: row.type,
    createdDate: new Date(row.createdAt).toISOString(),
    updatedDate: new Date(row.updatedAt).toISOString(),
  };
}

function missing(): AppError {
  return new AppError('NOT_FOUND', 'There is no such variable.');
}
