import { randomUUID } from 'node:crypto';
import type { Body } from '@tendril/contract/api/endpoint';
import type { createTool, StoredToolAnswer, updateTool } from '@tendril/contract/api/tools';
import { AppError } from '@tendril/contract/app-error';
import type { StoredTool } from '@tendril/contract/node/run-context';
import type { Database, ToolTable } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { parseGuardedJson } from '../../http/json-guard.ts';
import { toolStore } from './tools.store.ts';

export interface ToolParts {
  db: Database;
  /** Called after a change that runs could notice. */
  onChange(scope: Scope): void;
}

/** Custom tools: an input grid and a body of code. */
export function createToolService({ db, onChange }: ToolParts) {
  const store = toolStore(db);

  async function find(scope: Scope, id: string): Promise<ToolTable> {
    const row = await store.find(scope, id);
    if (!row) throw missing();
    return row;
  }

  async function create(scope: Scope, body: Body<typeof createTool>): Promise<StoredToolAnswer> {
    checkSchema(body.schema);
    const [id, now] = [randomUUID(), Date.now()];
    await store.insert({ ...body, id, workspaceId: scope.workspaceId, createdAt: now, updatedAt: now });
    onChange(scope);
    return toTool(await find(scope, id));
  }

  return {
    create,
    list: async (scope: Scope) => (await store.list(scope)).map(toTool),
    read: async (scope: Scope, id: string) => toTool(await find(scope, id)),

    async update(scope: Scope, id: string, body: Body<typeof updateTool>): Promise<StoredToolAnswer> {
      checkSchema(body.schema);
      if (!(await store.update(scope, id, { ...body, updatedAt: Date.now() }))) throw missing();
      onChange(scope);
      return toTool(await find(scope, id));
    },

    async remove(scope: Scope, id: string): Promise<void> {
      if (!(await store.remove(scope, id))) throw missing();
      onChange(scope);
    },

    /** The id of a tool with this very content, made when there is none. */
    async provide(
      scope: Scope,
      wanted: { name: string; description: string; schema: string; func: string; color?: string },
    ) {
      const same = (await store.findByName(scope, wanted.name)).find(
        (row) => row.func === wanted.func && row.schema === wanted.schema,
      );
      return (same ?? (await create(scope, { color: '', iconSrc: '', ...wanted }))).id;
    },

    listStored: async (scope: Scope) => (await store.list(scope)).map(toStored),
    readStored: async (scope: Scope, id: string) => toStored(await find(scope, id)),
  };
}

export type ToolService = ReturnType<typeof createToolService>;

function checkSchema(text: string | undefined): void {
  if (text === undefined) return;
  if (Array.isArray(parseGuardedJson(text, 'schema'))) return;
  const message = 'must be JSON text of a list';
  throw new AppError('INVALID_INPUT', `schema: ${message}`, { details: [{ path: 'schema', message }] });
}

function toStored({ id, name, description, schema, func }: ToolTable): StoredTool {
  return { id, name, description, schema: schema ?? '[]', func: func ?? '' };
}

function toTool(row: ToolTable): StoredToolAnswer {
  return {
    ...toStored(row),
    color: row.color,
    iconSrc: row.iconSrc ?? '',
    createdDate: new Date(row.createdAt).toISOString(),
    updatedDate: new Date(row.updatedAt).toISOString(),
  };
}

function missing(): AppError {
  return new AppError('NOT_FOUND', 'There is no such tool.');
}
