import type { Answer, Body, Query } from '@tendril/contract/api/endpoint';
import type {
  DraftState,
  listFlowVersions,
  noteFlowVersion,
  publishFlow,
  readFlowVersion,
  restoreFlowVersion,
} from '@tendril/contract/api/flow-versions';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { AuditLog } from '../../../platform/db/audit-log.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import { authorOf } from './author-of.ts';
import { type FlowCheck, refuseProblems } from './flow-check.ts';
import { statusOf } from './flow-status.ts';
import { flowVersionStore } from './flow-versions.store.ts';
import { missingFlow, readDraft, stale } from './flow-writer.ts';
import { flowStore } from './flows.store.ts';
import { maskSecrets } from './secret-mark.ts';
import { toVersionAnswers } from './version-answers.ts';
import { missingVersion, versionWriter } from './version-writer.ts';

interface FlowVersionParts {
  db: Database;
  audit: AuditLog;
  check: FlowCheck;
  /** Notified of each change that affects runs. */
  announce(scope: Scope, flowId: string): void;
}

export type FlowVersionService = ReturnType<typeof createFlowVersionService>;

/** The versions of a flow: viewing, naming, restoring, publishing. */
export function createFlowVersionService({ db, audit, check, announce }: FlowVersionParts) {
  const store = flowVersionStore(db);
  const writer = versionWriter(db);

  return {
    /** Throws NOT_FOUND, as all that follow. */
    async list(
      scope: Scope,
      flowId: string,
      { page, limit }: Query<typeof listFlowVersions>,
    ): Promise<Answer<typeof listFlowVersions>> {
      const heads = await store.page(scope, flowId, (page - 1) * limit, limit);
      return {
        data: await toVersionAnswers(db, scope, flowId, heads),
        total: await store.count(scope, flowId),
      };
    },

    async read(scope: Scope, flowId: string, id: string): Promise<Answer<typeof readFlowVersion>> {
      const version = await store.find(scope, flowId, id);
      if (!version) throw missingVersion();
      const { flowData, ...head } = version;
      const [answer] = await toVersionAnswers(db, scope, flowId, [head]);
      if (!answer) throw missingVersion();
      return { ...answer, flowData: JSON.parse(maskSecrets(flowData)) as FlowData };
    },

    async note(scope: Scope, flowId: string, id: string, { note }: Body<typeof noteFlowVersion>) {
      if (!(await store.mark(scope, flowId, id, { note: note || null }))) throw missingVersion();
      const head = await store.findHead(scope, flowId, id);
      const [answer] = await toVersionAnswers(db, scope, flowId, head ? [head] : []);
      if (!answer) throw missingVersion();
      return answer;
    },

    /** Throws STALE_VERSION when the draft is no longer at `revision`. */
    async restore(
      caller: ScopedCaller,
      flowId: string,
      versionId: string,
      revision: number,
    ): Promise<Answer<typeof restoreFlowVersion>> {
      await writer.restore(caller, authorOf(caller), { flowId, versionId, revision });
      announce(caller, flowId);
      const { flow, draft } = await readDraft({ db }, caller, flowId);
      return {
        ...flow,
        draftVersion: draft.number,
        status: statusOf(flow),
        flowData: JSON.parse(maskSecrets(draft.flowData)) as FlowData,
      };
    },

    /** Throws STALE_VERSION, and FLOW_INVALID when callers would only get errors. */
    async publish(
      caller: ScopedCaller,
      flowId: string,
      revision: number,
      { versionId, note }: Body<typeof publishFlow>,
    ): Promise<DraftState> {
      const flow = await flowStore(db).find(caller, flowId);
      if (!flow) throw missingFlow();
      if (flow.draftRevision !== revision) throw stale(flow.draftRevision);
      const version = await store.find(caller, flowId, versionId ?? flow.draftVersionId ?? '');
      if (!version) throw missingVersion();
      refuseProblems(await check(caller, JSON.parse(version.flowData) as FlowData));
      await writer.publish(caller, { flowId, versionId: version.id, revision }, note);
      announce(caller, flowId);
      await audit.record({
        workspaceId: caller.workspaceId,
        actor: authorOf(caller),
        action: 'flow-published',
        target: flowId,
        detail: { versionId: version.id, number: version.number },
      });
      return readState(db, caller, flowId);
    },
  };
}

async function readState(db: Database, scope: Scope, flowId: string): Promise<DraftState> {
  const state = await flowStore(db).findState(scope, flowId);
  if (!state) throw missingFlow();
  return { ...state, status: statusOf(state) };
}
