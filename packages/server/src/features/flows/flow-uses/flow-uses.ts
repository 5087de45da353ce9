import type { NamedUse } from '@tendril/contract/api/variables';
import { isPipelineType } from '@tendril/contract/flow/flow';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
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

const maxWorkspaces = 100;
const versionsAtOnce = 20;

/**
 * Which variables, tools, servers and credentials each flow refers to. Flow data is read once per save of a flow;
 * otherwise only the flows' rows are read.
 */
export function createFlowUses(db: Database) {
  const store = flowUsesStore(db);
  const known = new Map<string, Map<string, Kept>>();

  async function readNamed(scope: Scope, flows: readonly Stale[]): Promise<Map<string, Named>> {
    const ids = [...new Set(flows.flatMap((flow) => flow.versionIds))];
    const texts = new Map(
      (await store.readVersions(scope, ids)).map((version) => [version.id, version.flowData]),
    );
    return new Map(
      flows.map((flow) => [
        flow.id,
        findNamed([...flow.versionIds.map((id) => texts.get(id) ?? ''), ...settingsOf(flow)]),
      ]),
    );
  }

  return {
    /** Every flow of the workspace, by name. */
    async find(scope: Scope): Promise<FlowUse[]> {
      const before = known.get(scope.workspaceId) ?? new Map<string, Kept>();
      const rows = await store.list(scope);
      const stale = rows
        .filter((row) => before.get(row.id)?.stamp !== stampOf(row))
        .map((row) => ({ ...row, versionIds: versionIdsOf(row) }));
      const kept = new Map<string, Kept>();
      for (const row of rows) {
        const entry = before.get(row.id);
        if (entry) kept.set(row.id, entry);
      }
      for (let at = 0; at < stale.length; at += versionsAtOnce) {
        const some = stale.slice(at, at + versionsAtOnce);
        const named = await readNamed(scope, some);
        for (const row of some) {
          const found = named.get(row.id);
          if (found) kept.set(row.id, { stamp: stampOf(row), named: found });
        }
      }
      keep(known, scope.workspaceId, kept);
      return rows.flatMap((row) => {
        const named = kept.get(row.id)?.named;
        const kind = isPipelineType(row.type) ? ('pipeline' as const) : ('flow' as const);
        return named ? [{ ...named, use: { kind, id: row.id, name: row.name } }] : [];
      });
    },
  };
}

export type FlowUses = ReturnType<typeof createFlowUses>;

type FlowRow = Awaited<ReturnType<ReturnType<typeof flowUsesStore>['list']>>[number];
type Stale = FlowRow & { versionIds: string[] };

function settingsOf(flow: FlowRow): string[] {
  const { chatbotConfig, analytic, speechToText, textToSpeech, followUpPrompts } = flow;
  return [chatbotConfig, analytic, speechToText, textToSpeech, followUpPrompts].map((text) => text ?? '');
}

function stampOf({ draftRevision, draftVersionId, publishedVersionId, updatedAt }: FlowRow): string {
  return [draftRevision, draftVersionId, publishedVersionId, updatedAt].join('/');
}

function versionIdsOf({ draftVersionId, publishedVersionId }: FlowRow): string[] {
  return [...new Set([draftVersionId, publishedVersionId])].filter((id) => id !== null);
}

/** Caches the workspaces that were requested last. */
function keep(known: Map<string, Map<string, Kept>>, workspaceId: string, kept: Map<string, Kept>): void {
  known.delete(workspaceId);
  known.set(workspaceId, kept);
  const [oldest] = known.keys();
  if (known.size > maxWorkspaces && oldest !== undefined) known.delete(oldest);
}
