import type { FlowData } from '@tendril/contract/flow/flow';
import type { Database } from '../../../platform/db/schema.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import { flowVersionStore } from './flow-versions.store.ts';
import { missingFlow } from './flow-writer.ts';
import type { LiveFlows, RunnableFlow } from './live-flows.ts';

export interface OwnDrawingParts {
  db: Database;
  liveFlows: Pick<LiveFlows, 'find'>;
}

/**
 * A flow of the caller's workspace as it concerns the caller: for people the draft that they see on the canvas, for
 * programs the version that they call. Throws NOT_FOUND.
 */
export async function readOwnDrawing(
  { db, liveFlows }: OwnDrawingParts,
  caller: ScopedCaller,
  id: string,
): Promise<{ flow: RunnableFlow; flowData: FlowData }> {
  const flow = await liveFlows.find(id);
  if (flow?.workspaceId !== caller.workspaceId) throw missingFlow();
  const versionId = caller.kind === 'user' ? flow.draftVersionId : flow.liveVersionId;
  const version = await flowVersionStore(db).find(caller, id, versionId);
  if (!version) throw missingFlow();
  return { flow, flowData: JSON.parse(version.flowData) as FlowData };
}
