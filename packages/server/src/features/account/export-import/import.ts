import type { BundleEntry, BundleReport } from '@tendril/contract/api/export-import';
import type { ImportFinding } from '@tendril/contract/api/import-finding';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { AuditLog } from '../../../platform/db/audit-log.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import type { FlowImport, KnownRecords, WriteFlow } from '../../flows/flows/public.ts';
import { breathe } from './breathe.ts';
import type { Bundle, BundleFlow } from './bundle.ts';
import type { BundleFile } from './bundle-file.ts';
import { exportDetails, exportFlow } from './export-flow.ts';
import { type PlannedChats, planChats, writeChats } from './import-chats.ts';
import { contextOf, type JudgeParts, readKnown } from './import-context.ts';
import { chatEntries, entriesOf, flowEntry, skippedOf } from './import-entries.ts';
import type { ImportProgress } from './import-progress.ts';
import { isAdded, refuseMeanwhile, writeRows } from './import-rows.ts';
import { judgeFlow } from './judge-flow.ts';
import { parseBundle } from './parse-bundle.ts';
import { type ImportPlan, type Planned, planImport } from './plan-import.ts';
import { type BundleTable, bundleTables, presentRowStore } from './present-rows.store.ts';
import { rewriteFlow } from './rewrite-references.ts';

interface ImportParts extends JudgeParts {
  db: Database;
  audit: AuditLog;
  flows: FlowImport;
  progress: ImportProgress;
  /** Called for each flow that got another drawing. */
  onFlowChange(flowId: string): void;
  /** Called after variables and tools were added. */
  onChange(scope: Scope): void;
  /** Builds the flows of the assistants that were added. */
  mendAssistants(caller: ScopedCaller): Promise<void>;
  /** Saves other details of an assistant, and with them its flow. */
  saveAssistant(caller: ScopedCaller, id: string, details: string): Promise<void>;
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
  async function prepare(scope: Scope, file: BundleFile): Promise<Prepared> {
    parts.progress.set(scope, 'reading');
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
      const all = await prepare(scope, file);
      const entries: BundleEntry[] = [];
      await eachFlow(parts, scope, all.plan.flows, async (flow) => {
        const read = JSON.parse(flow.flowData) as FlowData;
        const { warnings, findings } = await judgeFlow(read, contextOf(parts, scope, all.known));
        entries.push(flowEntry(flow, warnings, findings));
      });
      return reportOf(all, entries);
    },

    /** Adds everything in one transaction. Throws CONFLICT when somebody added the same meanwhile. */
    async import(caller: ScopedCaller, file: BundleFile): Promise<BundleReport> {
      const all = await prepare(caller, file);
      const { plan, bundle, chats, credentials } = all;
      const { writes, entries } = await prepareFlows(parts, caller, all);
      for (const one of plan.assistants) one.details = await exportDetails(one.details, parts.findTemplate);
      for (const one of plan.templates)
        if (one.type !== 'TOOL')
          one.flowData = JSON.stringify(
            await exportFlow(JSON.parse(parts.flows.unmark(one.flowData)) as FlowData, parts.findTemplate),
          );
      await parts.db.transaction().execute(async (trx) => {
        await refuseMeanwhile(trx, caller, plan);
        await writeRows(trx, caller, plan, credentials);
        await writeFlows(parts, caller, trx, writes);
        await writeChats(trx, caller, bundle, chats);
      });
      await afterImport(parts, caller, plan);
      return reportOf(all, entries);
    },
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

async function eachFlow(
  { progress }: ImportParts,
  scope: Scope,
  flows: readonly Planned<BundleFlow>[],
  work: (flow: Planned<BundleFlow>) => Promise<void>,
): Promise<void> {
  for (const [index, flow] of flows.entries()) {
    progress.set(scope, 'preparing', index, flows.length);
    await breathe();
    await work(flow);
  }
}

/**
 * Seals and stores beforehand what the transaction only has to write, so that it blocks others as briefly as possible.
 */
async function prepareFlows(parts: ImportParts, caller: ScopedCaller, { plan, known }: Prepared) {
  const writes: WriteFlow[] = [];
  const entries: BundleEntry[] = [];
  await eachFlow(parts, caller, plan.flows, async (planned) => {
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
    const flow = { id, name, type, flowData, full, published, report, isReplacement };
    writes.push(await parts.flows.prepare(caller, flow));
    // From here on the write holds its text.
    planned.flowData = '';
  });
  return { writes, entries };
}

async function writeFlows(
  { progress }: ImportParts,
  scope: Scope,
  trx: DatabaseTransaction,
  writes: readonly WriteFlow[],
): Promise<void> {
  for (const [index, write] of writes.entries()) {
    progress.set(scope, 'writing', index, writes.length);
    if (index % breathEvery === 0) await breathe();
    await write(trx);
  }
}

/** Notifies the caches of what was written, and records who did it in the audit log. */
async function afterImport(parts: ImportParts, caller: ScopedCaller, plan: ImportPlan): Promise<void> {
  parts.onChange(caller);
  for (const { id, outcome } of plan.flows) if (outcome === 'replaced') parts.onFlowChange(id);
  for (const { id, outcome, details } of plan.assistants)
    if (outcome === 'replaced') await parts.saveAssistant(caller, id, details);
  if (plan.assistants.length > 0) await parts.mendAssistants(caller);
  const { tools, flows, variables, assistants, templates, stores } = plan;
  await parts.audit.record({
    workspaceId: caller.workspaceId,
    actor: caller.kind === 'user' ? `user:${caller.userId}` : `key:${caller.keyId}`,
    action: 'bundle-imported',
    detail: {
      tools: tools.length,
      flows: flows.length,
      variables: variables.length,
      assistants: assistants.length,
      templates: templates.length,
      knowledgeBases: stores.length,
    },
  });
}
