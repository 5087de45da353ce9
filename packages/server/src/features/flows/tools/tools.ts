import { randomUUID } from 'node:crypto';
import { freeName } from '@tendril/catalogue/open-api/free-name';
import type { Body } from '@tendril/contract/api/endpoint';
import type { createTool, StoredToolAnswer, updateTool } from '@tendril/contract/api/tools';
import type { NamedUse } from '@tendril/contract/api/variables';
import { AppError } from '@tendril/contract/app-error';
import { parseGuardedJson } from '@tendril/contract/json/json-guard';
import type { StoredTool } from '@tendril/contract/node/run-context';
import type { Database, ToolTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { createToolMarks } from './tool-marks.ts';
import { toolStore } from './tools.store.ts';

interface ToolParts {
  db: Database;
  /** Flows by the ids of the tools they use. */
  findUses(scope: Scope): Promise<ReadonlyMap<string, NamedUse[]>>;
  /** Called after a change that affects runs. */
  onChange(scope: Scope): void;
}

type ToolBody = Body<typeof createTool>;

/** Custom tools: an input schema and a body of code. */
export function createToolService({ db, findUses, onChange }: ToolParts) {
  const store = toolStore(db);
  const marks = createToolMarks(store);

  async function find(scope: Scope, id: string): Promise<ToolTable> {
    const row = await store.find(scope, id);
    if (!row) throw missing();
    return row;
  }

  async function read(scope: Scope, id: string): Promise<StoredToolAnswer> {
    const [row, uses] = await Promise.all([find(scope, id), findUses(scope)]);
    return toTool(row, uses);
  }

  async function create(scope: Scope, body: ToolBody): Promise<StoredToolAnswer> {
    checkSchema(body.schema);
    const row = newRow(scope, body);
    await store.insert(row);
    onChange(scope);
    return read(scope, row.id);
  }

  return {
    create,
    read,

    async list(scope: Scope): Promise<StoredToolAnswer[]> {
      const [rows, uses] = await Promise.all([store.list(scope), findUses(scope)]);
      return rows.map((row) => toTool(row, uses));
    },

    /** Adds all of them or none; a taken name gets a number. */
    async createAll(scope: Scope, bodies: readonly ToolBody[]): Promise<StoredToolAnswer[]> {
      for (const [index, body] of bodies.entries()) checkSchema(body.schema, `tools.${index}.schema`);
      if (bodies.length === 0) return [];
      const taken = new Set((await store.list(scope)).map((row) => row.name));
      const rows = bodies.map((body) => {
        const name = freeName(body.name, taken);
        taken.add(name);
        return newRow(scope, { ...body, name });
      });
      await db.transaction().execute(async (trx) => {
        for (const row of rows) await toolStore(trx).insert(row);
      });
      onChange(scope);
      return rows.map((row) => toTool(row, new Map()));
    },

    async update(scope: Scope, id: string, body: Body<typeof updateTool>): Promise<StoredToolAnswer> {
      checkSchema(body.schema);
      if (!(await store.update(scope, id, { ...body, updatedAt: Date.now() }))) throw missing();
      onChange(scope);
      return read(scope, id);
    },

    async remove(scope: Scope, id: string): Promise<void> {
      if (!(await store.remove(scope, id))) throw missing();
      onChange(scope);
    },

    /** The id of a tool with exactly this content, created when there is none. */
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

    /** Records that a run called the tool. */
    noteRun: marks.note,
  };
}

export type ToolService = ReturnType<typeof createToolService>;

function newRow(scope: Scope, body: ToolBody): ToolTable {
  const now = Date.now();
  return {
    ...body,
    id: randomUUID(),
    workspaceId: scope.workspaceId,
    lastRunAt: null,
    lastRunFailed: null,
    createdAt: now,
    updatedAt: now,
  };
}

function checkSchema(text: string | undefined, path = 'schema'): void {
  if (text === undefined || Array.isArray(parseGuardedJson(text, path))) return;
  const message = 'must be JSON text of a list';
  throw new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
}

function toStored({ id, name, description, schema, func }: ToolTable): StoredTool {
  return { id, name, description, schema: schema ?? '[]', func: func ?? '' };
}

function toTool(row: ToolTable, uses: ReadonlyMap<string, NamedUse[]>): StoredToolAnswer {
  return {
    ...toStored(row),
    color: row.color,
    iconSrc: row.iconSrc ?? '',
    usedBy: uses.get(row.id) ?? [],
    lastRunAt: row.lastRunAt,
    lastRunFailed: row.lastRunFailed === 1,
    createdDate: new Date(row.createdAt).toISOString(),
    updatedDate: new Date(row.updatedAt).toISOString(),
  };
}

function missing(): AppError {
  return new AppError('NOT_FOUND', 'Tool not found.');
}
