import type {
  BundleEntry,
  BundleKind,
  BundleReport,
  BundleWarning,
} from '@tendril/contract/api/export-import';
import { AppError } from '@tendril/contract/app-error';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { AuditLog } from '../../../platform/db/audit-log.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import type { FlowImport, WriteFlow } from '../../flows/flows/public.ts';
import type { Bundle, BundleAssistant, BundleTool, BundleVariable } from './bundle.ts';
import type { BundleFile } from './bundle-file.ts';
import { exportDetails } from './export-flow.ts';
import type { FindTemplate } from './home-values.ts';
import type { ImportProgress } from './import-progress.ts';
import { judgeFlow } from './judge-flow.ts';
import { parseBundle } from './parse-bundle.ts';
import { type ImportPlan, type Planned, planImport } from './plan-import.ts';
import { type BundleTable, bundleTables, presentRowStore } from './present-rows.store.ts';
import { rewriteFlow, rewriteText } from './rewrite-references.ts';

interface ImportParts {
  db: Database;
  audit: AuditLog;
  flows: FlowImport;
  findTemplate: FindTemplate;
  progress: ImportProgress;
  /** Called after variables and tools were added. */
  onChange(scope: Scope): void;
  /** Builds the flows of the assistants that were added. */
  mendAssistants(caller: ScopedCaller): Promise<void>;
}

export type ImportService = ReturnType<typeof createImportService>;

const breathEvery = 20;

/** Imports bundles: each one whole or not at all. */
export function createImportService(parts: ImportParts) {
  async function plan(scope: Scope, file: BundleFile): Promise<{ bundle: Bundle; plan: ImportPlan }> {
    parts.progress.set(scope, 'reading');
    const bundle = await parseBundle(file.path);
    return { bundle, plan: planImport(bundle, await readPresent(parts.db, scope, bundle)) };
  }

  return {
    /** What an import would do; changes nothing. */
    async inspect(scope: Scope, file: BundleFile): Promise<BundleReport> {
      const { bundle, plan: made } = await plan(scope, file);
      const credentials = await presentRowStore(parts.db).credentialIds(scope);
      const entries: BundleEntry[] = [
        ...made.tools.map((tool) => entryOf('tool', tool, tool.func ? [warning('bringsCode')] : [])),
        ...(await judgeAll(parts, scope, made)),
        ...made.variables.map((one) => entryOf('variable', one, one.value ? [] : [warning('emptyValue')])),
        ...made.assistants.map((one) =>
          entryOf(
            'assistant',
            one,
            one.credential && !credentials.has(one.credential) ? [warning('unknownCredential')] : [],
          ),
        ),
      ];
      return { entries, skipped: bundle.skipped };
    },

    /** Adds everything in one transaction. Throws CONFLICT when somebody added the same meanwhile. */
    async import(caller: ScopedCaller, file: BundleFile): Promise<void> {
      const { plan: made } = await plan(caller, file);
      const writes = await prepareFlows(parts, caller, made);
      const credentials = await presentRowStore(parts.db).credentialIds(caller);
      for (const one of made.assistants) one.details = await exportDetails(one.details, parts.findTemplate);
      await parts.db.transaction().execute(async (trx) => {
        await refuseMeanwhile(trx, caller, made);
        await insertRows(trx, caller, made, credentials);
        await writeFlows(parts, caller, trx, writes);
      });
      parts.onChange(caller);
      if (made.assistants.length > 0) await parts.mendAssistants(caller);
      const { tools, flows, variables, assistants } = made;
      await parts.audit.record({
        workspaceId: caller.workspaceId,
        actor: caller.kind === 'user' ? `user:${caller.userId}` : `key:${caller.keyId}`,
        action: 'bundle-imported',
        detail: {
          tools: tools.length,
          flows: flows.length,
          variables: variables.length,
          assistants: assistants.length,
        },
      });
    },
  };
}

function warning(kind: BundleWarning['kind']): BundleWarning {
  return { kind, names: [] };
}

type Named = { oldName: string; name: string; outcome: BundleEntry['outcome'] };

function entryOf(
  kind: BundleKind,
  { oldName, name, outcome }: Named,
  warnings: BundleWarning[],
): BundleEntry {
  return { kind, name: oldName, newName: name, outcome, warnings };
}

async function readPresent(db: Database, scope: Scope, bundle: Bundle) {
  const store = presentRowStore(db);
  const entries: Record<BundleTable, readonly { id: string | undefined }[]> = {
    tool: bundle.tools,
    flow: bundle.flows,
    variable: bundle.variables,
    assistant: bundle.assistants,
  };
  const taken = {} as Record<BundleTable, Awaited<ReturnType<typeof store.findTaken>>>;
  for (const table of bundleTables) {
    const ids = new Set(entries[table].flatMap(({ id }) => id ?? []));
    taken[table] = await store.findTaken(scope, table, [...ids]);
  }
  return { taken, variables: await store.variables(scope), toolNames: await store.toolNames(scope) };
}

/** Lets other requests run. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function judgeAll(parts: ImportParts, scope: Scope, { flows }: ImportPlan): Promise<BundleEntry[]> {
  const entries: BundleEntry[] = [];
  for (const [index, flow] of flows.entries()) {
    parts.progress.set(scope, 'preparing', index, flows.length);
    if (index % breathEvery === 0) await breathe();
    const { warnings } = await judgeFlow(JSON.parse(flow.flowData) as FlowData, parts.findTemplate);
    entries.push(entryOf(flow.type === 'CHATFLOW' ? 'chatflow' : 'agentflow', flow, warnings));
  }
  return entries;
}

/**
 * Seals and stores beforehand what the transaction only has to write, so that it blocks others as briefly as possible.
 */
async function prepareFlows(
  parts: ImportParts,
  caller: ScopedCaller,
  plan: ImportPlan,
): Promise<WriteFlow[]> {
  const writes: WriteFlow[] = [];
  for (const [index, planned] of plan.flows.entries()) {
    parts.progress.set(caller, 'preparing', index, plan.flows.length);
    if (index % breathEvery === 0) await breathe();
    const { id, name, type, full } = planned;
    const arrived = async (text: string) => {
      const { flow } = await judgeFlow(JSON.parse(parts.flows.unmark(text)) as FlowData, parts.findTemplate);
      return rewriteFlow(flow, plan.renames);
    };
    const flowData = await arrived(planned.flowData);
    const published = full?.publishedData === undefined ? undefined : await arrived(full.publishedData);
    writes.push(await parts.flows.prepare(caller, { id, name, type, flowData, full, published }));
    // From here on the write holds its text.
    planned.flowData = '';
  }
  return writes;
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

/** The plan was made from the state before: an id or name of it that was added since takes precedence. */
async function refuseMeanwhile(trx: DatabaseTransaction, scope: Scope, plan: ImportPlan): Promise<void> {
  const store = presentRowStore(trx);
  const planned: Record<BundleTable, readonly { id: string }[]> = {
    tool: plan.tools,
    flow: plan.flows,
    variable: newOnes(plan.variables),
    assistant: plan.assistants,
  };
  let isTaken = false;
  for (const table of bundleTables) {
    const ids = planned[table].map(({ id }) => id);
    const { own, foreign } = await store.findTaken(scope, table, ids);
    isTaken ||= own.size + foreign.size > 0;
  }
  const names = new Set((await store.variables(scope)).map(({ name }) => name));
  isTaken ||= newOnes(plan.variables).some(({ name }) => names.has(name));
  if (isTaken)
    throw new AppError(
      'CONFLICT',
      'Part of this bundle was added by someone else in the meantime. Try again.',
    );
}

function newOnes(variables: readonly Planned<BundleVariable>[]): Planned<BundleVariable>[] {
  return variables.filter(({ outcome }) => outcome !== 'same');
}

async function insertRows(
  trx: DatabaseTransaction,
  scope: Scope,
  plan: ImportPlan,
  credentials: ReadonlySet<string>,
): Promise<void> {
  const now = Date.now();
  const shared = { workspaceId: scope.workspaceId, createdAt: now, updatedAt: now };
  const rewrite = (text: string) => rewriteText(text, plan.renames);
  for (const tool of plan.tools)
    await trx
      .insertInto('tool')
      .values({ ...toolRow(tool, rewrite), ...shared })
      .execute();
  for (const { id, name, type, value } of newOnes(plan.variables))
    await trx
      .insertInto('variable')
      .values({ id, name, type, value: rewrite(value), ...shared })
      .execute();
  for (const assistant of plan.assistants)
    await trx
      .insertInto('assistant')
      .values({ ...assistantRow(assistant, rewrite, credentials), ...shared })
      .execute();
}

type Rewrite = (text: string) => string;

function toolRow(
  { id, name, description, color, iconSrc, schema, func }: Planned<BundleTool>,
  rewrite: Rewrite,
) {
  return { id, name, description, color, iconSrc, schema, func: rewrite(func) };
}

/** A credential of another installation means nothing here, even if the id should match. */
function assistantRow(
  { id, details, credential, iconSrc, type }: Planned<BundleAssistant>,
  rewrite: Rewrite,
  credentials: ReadonlySet<string>,
) {
  const known = credentials.has(credential) ? credential : '';
  return {
    id,
    details: rewrite(details),
    credential: known || null,
    iconSrc: iconSrc || null,
    type,
    flowId: null,
    revision: 1,
  };
}
