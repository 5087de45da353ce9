import { AppError } from '@tendril/contract/app-error';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { nodeNamesOf, pictureOf } from '../../flows/flow-templates/public.ts';
import type { BundleAssistant, BundleTemplate, BundleTool } from './bundle.ts';
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

/** Writes everything but flows, knowledge bases and chats. */
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
