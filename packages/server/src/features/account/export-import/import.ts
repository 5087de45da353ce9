import type { BundleEntry, BundleReport } from '@tendril/contract/api/export-import';
import type { ImportFinding } from '@tendril/contract/api/import-finding';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { AuditLog } from '../../../platform/db/audit-log.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { FileQuota } from '../../../platform/files/file-quota.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import type { FlowImport, KnownRecords, WriteFlow } from '../../flows/flows/public.ts';
import { breathe } from './breathe.ts';
import type { Bundle, BundleFlow } from './bundle.ts';
import type { BundleFile } from './bundle-file.ts';
import { exportDetails, exportFlow } from './export-flow.ts';
import { type PlannedChats, planChats, writeChats } from './import-chats.ts';
import { contextOf, type JudgeParts, readKnown } from './import-context.ts';
import { chatEntries, entriesOf, flowEntry, skippedOf } from './import-entries.ts';
import { writeKnowledge } from './import-knowledge.ts';
import type { ImportProgress } from './import-progress.ts';
import { isAdded, refuseMeanwhile, writeRows } from './import-rows.ts';
import { judgeFlow } from './judge-flow.ts';
import { parseBundle } from './parse-bundle.ts';
import { type ImportPlan, type Planned, planImport } from './plan-import.ts';
import { type BundleTable, bundleTables, presentRowStore } from './present-rows.store.ts';
import { rewriteFlow } from './rewrite-references.ts';
import { abandonContents, storeContents } from './store-contents.ts';

export interface ImportParts extends JudgeParts {
  db: Database;
  audit: AuditLog;
  flows: FlowImport;
  files: Pick<FileStore, 'put' | 'abandon'>;
  quota: FileQuota;
  progress: ImportProgress;
  /** Called for each flow that got another drawing. */
  onFlowChange(scope: Scope, flowId: string): void;
  /** Called after variables and tools were added. */
  onChange(scope: Scope): void;
  /** Builds the flows of the assistants that were added. */
  mendAssistants(caller: ScopedCaller): Promise<void>;
  /** Saves other details of an assistant, and with them its flow. */
  saveAssistant(caller: ScopedCaller, id: string, details: string): Promise<void>;
}

/** How an import is done: what its steps are reported to, and what commits it. */
export interface ImportWork {
  /** Throws where it is to go no further. */
  step(stage: 'reading' | 'preparing' | 'writing', done?: number, total?: number): Promise<void> | void;
  /** Commits all of it together with its outcome. */
  commit(
    outcome: { report: BundleReport; after: AfterImport },
    write: (trx: DatabaseTransaction) => Promise<void>,
  ): Promise<void>;
}

/** What is to be done once it is written; plain JSON. */
export interface AfterImport {
  replacedFlows: string[];
  replacedAssistants: { id: string; details: string }[];
  hasAssistants: boolean;
  counts: Record<string, number>;
}

export type ImportService = ReturnType<typeof createImportService>;

const breathEvery = 20;
/** Larger drawings give way to other requests between their steps. */
const largeText = 200_000;

interface Prepared {
  bundle: Bundle;
  plan: ImportPlan;
  credentials: ReadonlySet<string>;
  known: KnownRecords;
  chats: readonly PlannedChats[];
  leftChats: number;
}

/** Imports files: all of them or none. */
export function createImportService(parts: ImportParts) {
  async function prepare(scope: Scope, file: BundleFile, work: ImportWork): Promise<Prepared> {
    await work.step('reading');
    const bundle = await parseBundle(file);
    const plan = planImport(bundle, await readPresent(parts.db, scope, bundle));
    const store = presentRowStore(parts.db);
    const known = await readKnown(parts.db, scope, plan);
    const { chats, left } = planChats(bundle, plan);
    return {
      bundle,
      plan,
      credentials: await store.idsOf(scope, 'credential'),
      known,
      chats,
      leftChats: left,
    };
  }

  function reportOf(all: Prepared, flowEntries: BundleEntry[]): BundleReport {
    const { bundle, plan, credentials, chats, leftChats } = all;
    return {
      entries: [...entriesOf(plan, flowEntries, credentials), ...chatEntries(chats)],
      skipped: skippedOf(bundle, leftChats),
      refused: bundle.refused,
    };
  }

  return {
    /** What an import would do; changes nothing. */
    async inspect(scope: Scope, file: BundleFile): Promise<BundleReport> {
      const work = directWork(parts, scope);
      const all = await prepare(scope, file, work);
      const entries: BundleEntry[] = [];
      await eachFlow(work, all.plan.flows, async (flow) => {
        const read = JSON.parse(flow.flowData) as FlowData;
        const { warnings, findings } = await judgeFlow(read, contextOf(parts, scope, all.known));
        entries.push(flowEntry(flow, warnings, findings));
      });
      return reportOf(all, entries);
    },

    /** Adds everything in one transaction. Throws CONFLICT when somebody added the same meanwhile. */
    async import(
      caller: ScopedCaller,
      file: BundleFile,
      work: ImportWork = directWork(parts, caller),
    ): Promise<BundleReport> {
      const all = await prepare(caller, file, work);
      const { plan, bundle, chats, credentials } = all;
      const { writes, entries } = await prepareFlows(parts, caller, all, work);
      for (const one of plan.assistants) one.details = await exportDetails(one.details, parts.findTemplate);
      for (const one of plan.templates)
        if (one.type !== 'TOOL')
          one.flowData = JSON.stringify(
            await exportFlow(JSON.parse(parts.flows.unmark(one.flowData)) as FlowData, parts.findTemplate),
          );
      const report = reportOf(all, entries);
      const after = afterOf(plan);
      const contents = await storeContents(parts, caller, plan, bundle);
      try {
        await work.commit({ report, after }, async (trx) => {
          await refuseMeanwhile(trx, caller, plan);
          await writeRows(trx, caller, plan, credentials);
          await writeKnowledge(trx, caller, plan, bundle, contents);
          await writeFlows(work, trx, writes);
          await writeChats(trx, caller, bundle, chats);
        });
      } catch (error) {
        await abandonContents(parts.files, caller, contents);
        throw error;
      }
      await afterImport(parts, caller, after);
      return report;
    },

    /** Does what is left of an import that is written. */
    finish: (caller: ScopedCaller, after: AfterImport): Promise<void> => afterImport(parts, caller, after),
  };
}

async function readPresent(db: Database, scope: Scope, bundle: Bundle) {
  const store = presentRowStore(db);
  const entries: Record<BundleTable, readonly { id: string | undefined }[]> = {
    tool: bundle.tools,
    flow: bundle.flows,
    variable: bundle.variables,
    assistant: bundle.assistants,
    flow_template: bundle.templates,
    document_store: bundle.stores,
  };
  const taken = {} as Record<BundleTable, Awaited<ReturnType<typeof store.findTaken>>>;
  for (const table of bundleTables) {
    const ids = new Set(entries[table].flatMap(({ id }) => id ?? []));
    taken[table] = await store.findTaken(scope, table, [...ids]);
  }
  return {
    taken,
    variables: await store.variables(scope),
    tools: await store.toolsByName(scope),
    flows: await store.flowsByName(scope),
  };
}

/** While its caller waits, in a transaction of its own. */
function directWork({ db, progress }: ImportParts, scope: Scope): ImportWork {
  return {
    step: (stage, done, total) => progress.set(scope, stage, done, total),
    commit: (_outcome, write) => db.transaction().execute(write),
  };
}

async function eachFlow(
  work: ImportWork,
  flows: readonly Planned<BundleFlow>[],
  prepareOne: (flow: Planned<BundleFlow>) => Promise<void>,
): Promise<void> {
  for (const [index, flow] of flows.entries()) {
    await work.step('preparing', index, flows.length);
    await breathe();
    await prepareOne(flow);
  }
}

/**
 * Seals and stores beforehand what the transaction only has to write, so that it blocks others as briefly as possible.
 */
async function prepareFlows(
  parts: ImportParts,
  caller: ScopedCaller,
  { plan, known }: Prepared,
  work: ImportWork,
) {
  const writes: WriteFlow[] = [];
  const entries: BundleEntry[] = [];
  await eachFlow(work, plan.flows, async (planned) => {
    const { id, name, type, full, outcome } = planned;
    const context = contextOf(parts, caller, known);
    const arrive = async (text: string) => {
      const read = JSON.parse(parts.flows.unmark(text)) as FlowData;
      if (text.length > largeText) await breathe();
      const judged = await judgeFlow(read, context);
      return { ...judged, flow: rewriteFlow(judged.flow, plan.renames) };
    };
    const { flow: flowData, warnings, findings } = await arrive(planned.flowData);
    const entry = flowEntry(planned, warnings, findings);
    entries.push(entry);
    if (outcome === 'kept') return;
    const published = full?.publishedData === undefined ? undefined : (await arrive(full.publishedData)).flow;
    const report: { file: string; findings: readonly ImportFinding[] } = {
      file: planned.file,
      findings: entry.findings,
    };
    const isReplacement = !isAdded(planned);
    if (planned.flowData.length > largeText) await breathe();
    const flow = {
      id,
      name,
      type,
      flowData,
      full,
      analytic: planned.analytic,
      published,
      report,
      isReplacement,
    };
    writes.push(await parts.flows.prepare(caller, flow));
    // From here on the write holds its text.
    planned.flowData = '';
  });
  return { writes, entries };
}

async function writeFlows(
  work: ImportWork,
  trx: DatabaseTransaction,
  writes: readonly WriteFlow[],
): Promise<void> {
  for (const [index, write] of writes.entries()) {
    await work.step('writing', index, writes.length);
    if (index % breathEvery === 0) await breathe();
    await write(trx);
  }
}

function afterOf(plan: ImportPlan): AfterImport {
  const { tools, flows, variables, assistants, templates, stores } = plan;
  const isReplaced = ({ outcome }: { outcome: string }) => outcome === 'replaced';
  return {
    replacedFlows: flows.filter(isReplaced).map(({ id }) => id),
    replacedAssistants: assistants.filter(isReplaced).map(({ id, details }) => ({ id, details })),
    hasAssistants: assistants.length > 0,
    counts: {
      tools: tools.length,
      flows: flows.length,
      variables: variables.length,
      assistants: assistants.length,
      templates: templates.length,
      knowledgeBases: stores.length,
    },
  };
}

/** Notifies the caches of what was written, and records who did it in the audit log. */
async function afterImport(
  parts: ImportParts,
  caller: ScopedCaller,
  { replacedFlows, replacedAssistants, hasAssistants, counts }: AfterImport,
): Promise<void> {
  parts.onChange(caller);
  for (const id of replacedFlows) parts.onFlowChange(caller, id);
  for (const { id, details } of replacedAssistants) await parts.saveAssistant(caller, id, details);
  if (hasAssistants) await parts.mendAssistants(caller);
  await parts.audit.record({
    workspaceId: caller.workspaceId,
    actor: caller.kind === 'user' ? `user:${caller.userId}` : `key:${caller.keyId}`,
    action: 'bundle-imported',
    detail: counts,
  });
}
