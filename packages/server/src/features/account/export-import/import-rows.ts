import { randomUUID } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import type { FlowData } from '@tendril/contract/flow/flow';
import { insertMany } from '../../../platform/db/insert-many.ts';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { nodeNamesOf, pictureOf } from '../../flows/flow-templates/public.ts';
import { hashOf } from '../../knowledge/document-stores/public.ts';
import type { BundleAssistant, BundleLoader, BundleStore, BundleTemplate, BundleTool } from './bundle.ts';
import type { ImportPlan, Planned } from './plan-import.ts';
import { type BundleTable, bundleTables, presentRowStore } from './present-rows.store.ts';
import { rewriteText } from './rewrite-references.ts';

type Rewrite = (text: string) => string;

/** The entries of a plan that add a record. */
export function isAdded({ outcome }: { outcome: string }): boolean {
  return outcome === 'new' || outcome === 'renamed';
}

/** The plan was made from the state before: an id or name of it that was added since takes precedence. */
export async function refuseMeanwhile(
  trx: DatabaseTransaction,
  scope: Scope,
  plan: ImportPlan,
): Promise<void> {
  const store = presentRowStore(trx);
  const planned: Record<BundleTable, readonly { id: string; outcome: string }[]> = {
    tool: plan.tools,
    flow: plan.flows,
    variable: plan.variables,
    assistant: plan.assistants,
    flow_template: plan.templates,
    document_store: plan.stores,
  };
  let isTaken = false;
  for (const table of bundleTables) {
    const ids = planned[table].filter(isAdded).map(({ id }) => id);
    const { own, foreign } = await store.findTaken(scope, table, ids);
    isTaken ||= own.size + foreign.size > 0;
  }
  const names = new Set((await store.variables(scope)).map(({ name }) => name));
  isTaken ||= plan.variables.filter(isAdded).some(({ name }) => names.has(name));
  if (isTaken)
    throw new AppError(
      'CONFLICT',
      'Part of this bundle was added by someone else in the meantime. Try again.',
    );
}

/** Writes everything but flows and chats. */
export async function writeRows(
  trx: DatabaseTransaction,
  scope: Scope,
  plan: ImportPlan,
  credentials: ReadonlySet<string>,
): Promise<void> {
  const now = Date.now();
  const { workspaceId } = scope;
  const shared = { workspaceId, createdAt: now, updatedAt: now };
  const rewrite = (text: string) => rewriteText(text, plan.renames);
  const tools = plan.tools.map((tool) => ({ row: toolRow(tool, rewrite), outcome: tool.outcome }));
  for (const { row, outcome } of tools)
    if (outcome === 'replaced') await replace(trx, scope, 'tool', row, now);
    else if (isAdded({ outcome }))
      await trx
        .insertInto('tool')
        .values({ ...row, ...shared })
        .execute();
  for (const { id, name, type, value, outcome } of plan.variables) {
    const row = { id, name, type, value: rewrite(value) };
    if (outcome === 'replaced') await replace(trx, scope, 'variable', row, now);
    else if (isAdded({ outcome }))
      await trx
        .insertInto('variable')
        .values({ ...row, ...shared })
        .execute();
  }
  for (const assistant of plan.assistants.filter(isAdded))
    await trx
      .insertInto('assistant')
      .values({ ...assistantRow(assistant, rewrite, credentials), ...shared })
      .execute();
  for (const template of plan.templates) await writeTemplate(trx, scope, template, now);
  for (const store of plan.stores.filter(isAdded)) await writeStore(trx, scope, store, now);
}

async function replace(
  trx: DatabaseTransaction,
  { workspaceId }: Scope,
  table: 'tool' | 'variable',
  { id, ...changes }: { id: string },
  updatedAt: number,
): Promise<void> {
  await trx
    .updateTable(table)
    .set({ ...changes, updatedAt })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

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

async function writeTemplate(
  trx: DatabaseTransaction,
  { workspaceId }: Scope,
  { id, name, description, badge, usecases, type, flowData, outcome }: Planned<BundleTemplate>,
  createdAt: number,
): Promise<void> {
  if (!isAdded({ outcome }) && outcome !== 'replaced') return;
  const graph = type === 'TOOL' ? undefined : (JSON.parse(flowData) as FlowData);
  const row = {
    name,
    description,
    badge,
    type,
    flowData,
    usecases: JSON.stringify(usecases),
    nodeNames: JSON.stringify(graph ? nodeNamesOf(graph) : []),
    picture: graph ? JSON.stringify(pictureOf(graph)) : null,
  };
  if (outcome !== 'replaced') {
    await trx
      .insertInto('flow_template')
      .values({ id, workspaceId, createdAt, ...row })
      .execute();
    return;
  }
  await trx
    .updateTable('flow_template')
    .set(row)
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

async function writeStore(
  trx: DatabaseTransaction,
  { workspaceId }: Scope,
  { id, name, description, loaders, ...choices }: Planned<BundleStore>,
  now: number,
): Promise<void> {
  const { embeddingConfig, vectorStoreConfig, recordManagerConfig } = choices;
  const times = { createdAt: now, updatedAt: now };
  await trx
    .insertInto('document_store')
    .values({
      id,
      workspaceId,
      name,
      description,
      embeddingConfig,
      vectorStoreConfig,
      recordManagerConfig,
      ...times,
    })
    .execute();
  for (const [index, loader] of loaders.entries()) {
    const row = { id: randomUUID(), storeId: id, workspaceId };
    const batch = loader.chunks.length > 0 ? randomUUID() : null;
    await trx
      .insertInto('document_store_loader')
      .values({ ...row, ...loaderColumns(loader, batch), createdAt: now + index, updatedAt: now })
      .execute();
    if (batch === null) continue;
    const chunks = loader.chunks.map(({ pageContent, metadata }, at) => ({
      workspaceId,
      id: randomUUID(),
      storeId: id,
      loaderId: row.id,
      batch,
      chunkNo: at + 1,
      hash: hashOf(pageContent),
      editedFrom: null,
      pageContent,
      metadata,
    }));
    await insertMany(trx, 'document_chunk', chunks);
  }
}

/** Its chunks can be read and edited at once; they are searched after they were embedded here. */
function loaderColumns(loader: BundleLoader, batch: string | null) {
  const { loaderId, loaderName, loaderConfig, splitterId, splitterName, splitterConfig, source } = loader;
  return {
    loaderId,
    loaderName: loaderName || loaderId,
    loaderConfig,
    splitterId,
    splitterName,
    splitterConfig,
    source,
    credential: null,
    files: '[]',
    batch,
    totalChunks: loader.chunks.length,
    totalChars: loader.chunks.reduce((sum, { pageContent }) => sum + pageContent.length, 0),
    isStale: 0 as const,
    error: null,
    chunkRevision: batch === null ? 0 : 1,
    vectorRevision: null,
  };
}
