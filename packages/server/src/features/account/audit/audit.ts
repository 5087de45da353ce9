import type { AuditEntry, listAudit } from '@tendril/contract/api/audit';
import { auditVerb } from '@tendril/contract/api/audit-verbs';
import type { Answer, Query } from '@tendril/contract/api/endpoint';
import type { HeavyReads } from '../../../platform/db/readers/heavy-reads.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { type AuditFilter, type AuditRow, auditStore, nameIn } from './audit.store.ts';
import { type AuditTarget, auditTargetStore } from './audit-targets.store.ts';

const batch = 2000;

/** The audit log as the people of a workspace read it: it is never purged, and grows large. */
export function createAuditService(reads: Pick<HeavyReads, 'of'>) {
  const targetsOf = (scope: Scope, rows: readonly AuditRow[]) =>
    auditTargetStore(reads.of(scope)).find(scope, [...new Set(rows.flatMap(({ target }) => target ?? []))]);

  return {
    async list(scope: Scope, query: Query<typeof listAudit>): Promise<Answer<typeof listAudit>> {
      const { before, limit, ...filter } = query;
      const store = auditStore(reads.of(scope));
      const names = await store.names(scope);
      const rows = await store.page(scope, filter, before, limit + 1);
      const shown = rows.slice(0, limit);
      const found = await targetsOf(scope, shown);
      return {
        data: shown.map((row) => toEntry(row, names, found)),
        next: rows.length > limit ? (shown.at(-1)?.seq ?? null) : null,
        areas: await store.areas(scope),
        actors: (await store.actors(scope)).map((value) => ({ value, name: names.get(value) ?? null })),
      };
    },

    /** The lines of a CSV file with every entry, streamed: the whole file is never in memory. */
    async *export(scope: Scope, filter: AuditFilter): AsyncGenerator<string> {
      const store = auditStore(reads.of(scope));
      const names = await store.names(scope);
      yield line(['Number', 'When', 'Who', 'What', 'Area', 'Which', 'Name', 'From where']);
      let before: number | undefined;
      for (;;) {
        const rows = await store.page(scope, filter, before, batch);
        if (rows.length === 0) return;
        const found = await targetsOf(scope, rows);
        yield rows.map((row) => toLine(toEntry(row, names, found), row.actor)).join('');
        before = rows.at(-1)?.seq;
      }
    },
  };
}

export type AuditService = ReturnType<typeof createAuditService>;

function toEntry(
  row: AuditRow,
  names: ReadonlyMap<string, string>,
  found: ReadonlyMap<string, AuditTarget>,
): AuditEntry {
  const { seq, at, action, area, target, address } = row;
  const [kind, id = null] = row.actor.split(':');
  const present = found.get(target ?? '');
  return {
    seq,
    at,
    actor: {
      kind: kind === 'user' || kind === 'key' ? kind : 'system',
      id,
      name: names.get(row.actor) ?? null,
    },
    action,
    verb: verbOf(row),
    area,
    target,
    targetName:
      nameIn(row.detail) ??
      present?.name ??
      names.get(`user:${target}`) ??
      names.get(`key:${target}`) ??
      null,
    targetKind: present?.kind ?? null,
    address,
  };
}

/** Entries of older versions keep the sentence of their route as the action, and the route itself in the detail. */
function verbOf({ action, detail }: AuditRow): string {
  const { method, path } = (detail === null ? {} : JSON.parse(detail)) as Record<string, unknown>;
  return auditVerb(action) ?? auditVerb(`${method} ${path}`) ?? action.replace(/\.$/, '');
}

function toLine(
  { seq, at, actor, verb, area, target, targetName, address }: AuditEntry,
  who: string,
): string {
  return line([
    String(seq),
    new Date(at).toISOString(),
    actor.name ?? who,
    verb,
    area ?? '',
    target ?? '',
    targetName ?? '',
    address ?? '',
  ]);
}

// Spreadsheets execute cells that begin like a formula; a leading quote makes them text.
function line(cells: readonly string[]): string {
  const safe = cells.map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell));
  return `${safe.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`;
}
