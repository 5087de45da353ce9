import type { ImportFinding } from '@tendril/contract/api/import-finding';
import type { FlowData, FlowType } from '@tendril/contract/flow/flow';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import { authorOf } from './author-of.ts';
import { type IntakeParts, type TakenFlow, takeFlow } from './flow-intake.ts';
import { type FlowSettings, insertDraft, insertFlow } from './flow-writer.ts';
import { importReportStore } from './import-reports.store.ts';
import { maskSecrets } from './secret-mark.ts';

/** A flow with an id of its own. */
interface ImportedFlow {
  id: string;
  name: string;
  type: FlowType;
  flowData: FlowData;
  /** Its fields beside the drawing, if the file has them. */
  full?: (Settings & { isPublished: boolean }) | undefined;
  /** JSON text of the services that its traces go to, or ''. */
  analytic: string;
  /** The published flow, if the drawing is newer. */
  published?: FlowData | undefined;
  report: { file: string; findings: readonly ImportFinding[] };
  /** The flow of this id gets the drawing as its next version. */
  isReplacement: boolean;
}

type Settings = Record<'description' | 'category' | 'folder' | 'chatbotConfig', string>;

/** Writes a prepared flow in the caller's transaction. */
export type WriteFlow = (trx: DatabaseTransaction) => Promise<void>;

/** Imports many flows: each is prepared first (passwords sealed, files stored), then all are written. */
export function createFlowImport(parts: IntakeParts) {
  return {
    /** A mark of a sealed value is meaningless in a file: nobody outside can know a valid one. */
    unmark: (flowDataText: string): string => maskSecrets(flowDataText),

    /** Prepares a private flow under its given id; published only if the file says so. */
    async prepare(caller: ScopedCaller, imported: ImportedFlow): Promise<WriteFlow> {
      const { id, flowData, published, isReplacement } = imported;
      const taken = await takeFlow(parts, caller, id, flowData);
      const takenBefore = published && (await takeFlow(parts, caller, id, published));
      return async (trx) => {
        if (isReplacement) await replaceFlow(trx, caller, imported, taken);
        else await addFlow(trx, caller, imported, taken, takenBefore);
        await importReportStore(trx).put(caller, id, imported.report);
      };
    },
  };
}

async function addFlow(
  trx: DatabaseTransaction,
  caller: ScopedCaller,
  { id, name, type, flowData, full, analytic, published }: ImportedFlow,
  taken: TakenFlow,
  takenBefore: TakenFlow | undefined,
): Promise<void> {
  const author = authorOf(caller);
  const head = { name, type, settings: { ...(full && settingsOf(full)), analytic: analytic || null } };
  if (!published || !takenBefore) {
    const flow = { ...head, flowData, isPublished: full?.isPublished ?? false };
    return insertFlow(trx, caller, author, id, flow, taken);
  }
  const before = { ...head, flowData: published, isPublished: true };
  await insertFlow(trx, caller, author, id, before, takenBefore);
  await insertDraft(trx, caller, author, id, { flowData, kind: 'checkpoint' }, taken);
}

/** What callers get stays as it is until somebody publishes; the versions before can be restored. */
async function replaceFlow(
  trx: DatabaseTransaction,
  caller: ScopedCaller,
  { id, flowData, report }: ImportedFlow,
  taken: TakenFlow,
): Promise<void> {
  const note = report.file ? `Imported from ${report.file}`.slice(0, 500) : 'Imported';
  await insertDraft(trx, caller, authorOf(caller), id, { flowData, kind: 'checkpoint', note }, taken);
}

function settingsOf({ description, category, folder, chatbotConfig }: Settings): FlowSettings {
  return { description, category, folder, chatbotConfig: chatbotConfig || null };
}

export type FlowImport = ReturnType<typeof createFlowImport>;
