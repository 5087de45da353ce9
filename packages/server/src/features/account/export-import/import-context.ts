import type { FlowData } from '@tendril/contract/flow/flow';
import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { KnownRecords } from '../../flows/flows/public.ts';
import type { FindTemplate } from './home-values.ts';
import type { JudgeContext } from './judge-flow.ts';
import type { ImportPlan } from './plan-import.ts';
import { presentRowStore } from './present-rows.store.ts';

/** What flows are judged with. */
export interface JudgeParts {
  findTemplate: FindTemplate;
  /** What would make a flow fail when it runs. */
  check(scope: Scope, flow: FlowData): Promise<readonly FlowProblem[]>;
}

/** A flow of this workspace as it is judged. */
export function contextOf(
  { findTemplate, check }: JudgeParts,
  scope: Scope,
  known: KnownRecords,
): JudgeContext {
  return { findTemplate, known, check: (flow) => check(scope, flow) };
}

/** What flows may refer to: what is here, and what the import brings. */
export async function readKnown(db: Database, scope: Scope, plan?: ImportPlan): Promise<KnownRecords> {
  const store = presentRowStore(db);
  const brought = (entries: readonly { oldId: string | undefined }[] = []) =>
    entries.flatMap(({ oldId }) => oldId ?? []);
  const union = (ids: ReadonlySet<string>, more: readonly string[]) => new Set([...ids, ...more]);
  const variables = (await store.variables(scope)).map(({ name }) => name);
  return {
    tool: union(await store.idsOf(scope, 'tool'), brought(plan?.tools)),
    knowledgeBase: union(await store.idsOf(scope, 'document_store'), brought(plan?.stores)),
    flow: union(await store.idsOf(scope, 'flow'), brought(plan?.flows)),
    assistant: union(await store.idsOf(scope, 'assistant'), brought(plan?.assistants)),
    server: await store.idsOf(scope, 'mcp_server'),
    variable: union(new Set(variables), plan?.variables.map(({ oldName }) => oldName) ?? []),
  };
}
