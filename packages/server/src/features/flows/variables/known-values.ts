import type { Selectable } from 'kysely';
import { readRuntimeVariable } from '../../../platform/config.ts';
import type { VariableTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { redactSecrets, type SecretRedactor } from './redact-secrets.ts';

type Row = Selectable<VariableTable>;

/** The variables of a workspace's runs. */
export interface KnownValues {
  values: Readonly<Record<string, string>>;
  /** Names of the secret ones. */
  secretNames: ReadonlySet<string>;
  /** Redacts the secret ones from a run's events. */
  redact: SecretRedactor;
}

/** Values by name, cached until a variable changes. */
export function createKnownValues(list: (scope: Scope) => Promise<Row[]>, open: (row: Row) => string) {
  const known = new Map<string, Promise<KnownValues>>();

  const read = (row: Row): string => {
    if (row.type === 'runtime') return readRuntimeVariable(row.name) ?? '';
    return row.isSecret ? open(row) : row.value;
  };

  async function load(scope: Scope): Promise<KnownValues> {
    const rows = await list(scope);
    const secret = rows.filter((row) => row.isSecret === 1);
    return {
      values: Object.fromEntries(rows.map((row) => [row.name, read(row)])),
      secretNames: new Set(secret.map(({ name }) => name)),
      redact: redactSecrets(secret.map(read)),
    };
  }

  return {
    /** Of all workspaces without one. */
    forget(scope?: Scope): void {
      if (scope) known.delete(scope.workspaceId);
      else known.clear();
    },

    recall({ workspaceId }: Scope): Promise<KnownValues> {
      const kept = known.get(workspaceId);
      if (kept) return kept;
      const loaded = load({ workspaceId });
      known.set(workspaceId, loaded);
      loaded.catch(() => known.get(workspaceId) === loaded && known.delete(workspaceId));
      return loaded;
    },
  };
}
