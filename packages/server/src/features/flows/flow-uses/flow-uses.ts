import type { NamedUse } from '@tendril/contract/api/variables';
import { isPipelineType } from '@tendril/contract/flow/flow';
import { readRequest } from '../../../platform/db/readers/read-request.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import { flowUsesStore } from './flow-uses.store.ts';
import { findNamed, type Named } from './named-things.ts';

/** A flow with what its draft and its live version refer to. */
interface FlowUse extends Named {
  use: NamedUse;
}

interface Kept {
  stamp: string;
  named: Named;
}

/** What a workspace's flows referred to at a count of its changes. */
interface Known {
  changes: number;
  flows: Map<string, Kept>;
  uses: FlowUse[];
}

const maxWorkspaces = 100;
const flowsAtOnce = 20;

/**
 * Which variables, tools, servers and credentials each flow refers to. Nothing is read as long as no flow has changed;
 * after a change, the data of the changed ones.
 */
export function createFlowUses({ db, reads }: Pick<Infrastructure, 'db' | 'reads'>) {
  const store = flowUsesStore(db);
  const known = new Map<string, Known>();
  const reading = new Map<string, Promise<FlowUse[]>>();

  async function readNamed(scope: Scope, flows: readonly FlowRow[]): Promise<Map<string, Named>> {
    const heavy = flowUsesStore(reads.of(scope));
    const versionIds = [...new Set(flows.flatMap(versionIdsOf))];
    const versions = await heavy.readVersions(scope, versionIds);
    const settings = await heavy.readSettings(
      scope,
      flows.map(({ id }) => id),
    );
    const texts = new Map(versions.map((version) => [version.id, version.flowData]));
    const others = new Map(settings.map(({ id, ...own }) => [id, Object.values(own)]));
    return new Map(
      flows.map((flow) => [
        flow.id,
        findNamed([
          ...versionIdsOf(flow).map((id) => texts.get(id) ?? ''),
          ...(others.get(flow.id) ?? []).map((text) => text ?? ''),
        ]),
      ]),
    );
  }

  async function readAll(scope: Scope, changes: number): Promise<FlowUse[]> {
    const before = known.get(scope.workspaceId)?.flows ?? new Map<string, Kept>();
    const rows = await flowUsesStore(reads.of(scope)).list(scope);
    const flows = new Map<string, Kept>();
    const stale: FlowRow[] = [];
    for (const row of rows) {
      const entry = before.get(row.id);
      if (entry?.stamp === stampOf(row)) flows.set(row.id, entry);
      else stale.push(row);
    }
    for (let at = 0; at < stale.length; at += flowsAtOnce) {
      const some = stale.slice(at, at + flowsAtOnce);
      const named = await readNamed(scope, some);
      for (const row of some) {
        const found = named.get(row.id);
        if (found) flows.set(row.id, { stamp: stampOf(row), named: found });
      }
    }
    const uses = rows.flatMap((row) => {
      const named = flows.get(row.id)?.named;
      const kind = isPipelineType(row.type) ? ('pipeline' as const) : ('flow' as const);
      return named ? [{ ...named, use: { kind, id: row.id, name: row.name } }] : [];
    });
    keep(known, scope.workspaceId, { changes, flows, uses });
    return uses;
  }

  return {
    /** Every flow of the workspace, by name. */
    async find(scope: Scope): Promise<readonly FlowUse[]> {
      // Counted before the flows are read: a change meanwhile is read the next time.
      const changes = await store.changes(scope);
      const entry = known.get(scope.workspaceId);
      if (entry?.changes === changes) return entry.uses;
      const key = `${scope.workspaceId} ${changes}`;
      // Several requests share it: it does not end with the first.
      const found =
        reading.get(key) ??
        readRequest.exit(() => readAll(scope, changes)).finally(() => reading.delete(key));
      reading.set(key, found);
      return found;
    },
  };
}

export type FlowUses = ReturnType<typeof createFlowUses>;

type FlowRow = Awaited<ReturnType<ReturnType<typeof flowUsesStore>['list']>>[number];

function stampOf({ draftRevision, draftVersionId, publishedVersionId, updatedAt }: FlowRow): string {
  return [draftRevision, draftVersionId, publishedVersionId, updatedAt].join('/');
}

function versionIdsOf({ draftVersionId, publishedVersionId }: FlowRow): string[] {
  return [...new Set([draftVersionId, publishedVersionId])].filter((id) => id !== null);
}

/** Caches the workspaces that were requested last. */
function keep(known: Map<string, Known>, workspaceId: string, entry: Known): void {
  known.delete(workspaceId);
  known.set(workspaceId, entry);
  const [oldest] = known.keys();
  if (known.size > maxWorkspaces && oldest !== undefined) known.delete(oldest);
}
