import { randomUUID } from 'node:crypto';
import { storedValueMask } from '@tendril/contract/api/credentials';
import type { Body } from '@tendril/contract/api/endpoint';
import type { createVariable, NamedUse, updateVariable, Variable } from '@tendril/contract/api/variables';
import { AppError } from '@tendril/contract/app-error';
import type { Selectable } from 'kysely';
import { readRuntimeVariable } from '../../../platform/config.ts';
import type { VariableTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import type { SealedPlace } from '../../../platform/secrets/sealed-place.ts';
import { createKnownValues, type KnownValues } from './known-values.ts';
import { type StoredValue, storedValue } from './stored-value.ts';
import { variableStore } from './variables.store.ts';

interface VariableParts extends Pick<Infrastructure, 'db' | 'vault'> {
  /** Flows and tools by the names of the variables they read. */
  findUses(scope: Scope): Promise<ReadonlyMap<string, NamedUse[]>>;
  /** Called after a change that affects runs. */
  onChange(scope: Scope): void;
}

type Row = Selectable<VariableTable>;
type VariableHead = Pick<Row, 'workspaceId' | 'id' | 'name'>;

const placeOf = ({ workspaceId, id, name }: VariableHead): SealedPlace => ({
  workspaceId,
  column: 'variable.sealedValue',
  key: id,
  label: `The variable “${name}”`,
  remedy: 'Enter its value again under Variables.',
});

/**
 * Variables: text that flows use as `{{$vars.name}}`, stored here, sealed here, or read from the server's environment.
 */
export function createVariableService({ db, vault, findUses, onChange }: VariableParts) {
  const store = variableStore(db);
  const changed = (scope: Scope) => {
    known.forget(scope);
    onChange(scope);
  };

  async function refuseTaken(scope: Scope, name: string | undefined, id?: string): Promise<void> {
    const taken = name === undefined ? undefined : await store.findByName(scope, name);
    if (!taken || taken.id === id) return;
    const message = `There is a variable "${name}" already.`;
    throw new AppError('CONFLICT', message, { details: [{ path: 'name', message }] });
  }

  async function find(scope: Scope, id: string): Promise<Row> {
    const row = await store.find(scope, id);
    if (!row) throw new AppError('NOT_FOUND', 'Variable not found.');
    return row;
  }

  async function read(scope: Scope, id: string): Promise<Variable> {
    const [row, uses] = await Promise.all([find(scope, id), findUses(scope)]);
    return toVariable(row, uses);
  }

  const open = (row: Row) => (row.sealedValue === null ? '' : vault.open(placeOf(row), row.sealedValue));
  const known = createKnownValues(store.list, open);
  const seal = (row: VariableHead, value: StoredValue) =>
    storedValue(value, (text) => vault.seal(placeOf(row), text));

  return {
    async list(scope: Scope): Promise<Variable[]> {
      const [rows, uses] = await Promise.all([store.list(scope), findUses(scope)]);
      return rows.map((row) => toVariable(row, uses));
    },

    async create(
      scope: Scope,
      { name, type, value, isSecret }: Body<typeof createVariable>,
    ): Promise<Variable> {
      await refuseTaken(scope, name);
      const [id, now, { workspaceId }] = [randomUUID(), Date.now(), scope];
      const kept = seal({ id, workspaceId, name }, { type, isSecret, value });
      await store.insert({ id, workspaceId, name, type, ...kept, createdAt: now, updatedAt: now });
      changed(scope);
      return read(scope, id);
    },

    /** A mask for a value keeps the stored one. Throws INVALID_INPUT when a secret is to become readable. */
    async update(scope: Scope, id: string, body: Body<typeof updateVariable>): Promise<Variable> {
      await refuseTaken(scope, body.name, id);
      const row = await find(scope, id);
      const { name = row.name, type = row.type, isSecret = row.isSecret === 1 } = body;
      const isKept = body.value === undefined || (row.isSecret === 1 && body.value === storedValueMask);
      refuseReveal(row, { type, isSecret, isKept });
      const stored = () => (row.isSecret ? (isSecret ? open(row) : '') : row.value);
      const value = isKept ? stored() : (body.value ?? '');
      await store.update(scope, id, {
        name,
        type,
        ...seal(row, { type, isSecret, value }),
        updatedAt: Date.now(),
      });
      changed(scope);
      return read(scope, id);
    },

    async remove(scope: Scope, id: string): Promise<void> {
      if (!(await store.remove(scope, id))) throw new AppError('NOT_FOUND', 'Variable not found.');
      changed(scope);
    },

    /** Names and values for a run; cached after the first time. */
    values: async (scope: Scope): Promise<Readonly<Record<string, string>>> =>
      (await known.recall(scope)).values,

    /** Names that no prompt may hold; cached after the first time. */
    secretNames: async (scope: Scope): Promise<ReadonlySet<string>> =>
      (await known.recall(scope)).secretNames,

    /** Redacts the secret values from a run's events. */
    redact: async (scope: Scope): Promise<KnownValues['redact']> => (await known.recall(scope)).redact,

    /** Reports variables that another feature has added. */
    announce: changed,
    forget: known.forget,

    /** Which of these names are variables of the workspace. */
    async findNames(scope: Scope): Promise<ReadonlySet<string>> {
      return new Set((await store.list(scope)).map(({ name }) => name));
    },
  };
}

export type VariableService = ReturnType<typeof createVariableService>;

/** The right to change a variable is not the right to read a secret: making it readable requires a new value. */
function refuseReveal(row: Row, next: { type: Row['type']; isSecret: boolean; isKept: boolean }): void {
  if (row.isSecret === 0 || next.isSecret || next.type === 'runtime' || !next.isKept) return;
  const message = 'give a new value: the stored one is secret and is not shown';
  throw new AppError('INVALID_INPUT', `value: ${message}`, { details: [{ path: 'value', message }] });
}

function toVariable(row: Row, uses: ReadonlyMap<string, NamedUse[]>): Variable {
  const isRuntime = row.type === 'runtime';
  return {
    id: row.id,
    name: row.name,
    value: row.isSecret ? storedValueMask : row.value,
    type: row.type,
    isSecret: row.isSecret === 1,
    environmentName: isRuntime ? `TENDRIL_VAR_${row.name}` : null,
    isSet: !isRuntime || readRuntimeVariable(row.name) !== undefined,
    usedBy: uses.get(row.name) ?? [],
    createdDate: new Date(row.createdAt).toISOString(),
    updatedDate: new Date(row.updatedAt).toISOString(),
  };
}
