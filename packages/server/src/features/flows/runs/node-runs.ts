import type { NodeRun } from '@tendril/contract/api/runs';
import type { LoggedEvent } from '@tendril/contract/run-event';
import type { RunTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { EventLog } from '../../../platform/events/events.ts';
import type { runStore } from './runs.store.ts';

type NodeDeed = Pick<NodeRun, 'status' | 'ms' | 'input' | 'output' | 'error'>;

const nothing: NodeDeed = { status: 'skipped', ms: null, input: null, output: null, error: null };

/** What a node did in one run; of several iterations, the last. */
function deedOf(events: readonly LoggedEvent[]): NodeDeed {
  let deed = nothing;
  for (const event of events) {
    if (event.type === 'node-start') deed = { ...nothing, status: 'waiting', input: event.input };
    if (event.type === 'node-end')
      deed = {
        ...deed,
        status: event.isCached ? 'cached' : 'done',
        ms: event.ms,
        output: event.output ?? null,
      };
    if (event.type === 'node-error') deed = { ...deed, status: 'error', ms: event.ms, error: event.message };
    if (event.type === 'node-wait') deed = { ...deed, status: 'waiting', output: event.action.data.input };
  }
  return deed;
}

function toNodeRun(run: RunTable, events: readonly LoggedEvent[]): NodeRun {
  return {
    runId: run.id,
    startedAt: run.startedAt,
    versionNumber: run.versionNumber ?? 0,
    question: run.question,
    ...deedOf(events),
  };
}

/** What a node did in the latest runs of its flow that it took part in, newest first. */
export async function readNodeRuns(
  { store, events }: { store: ReturnType<typeof runStore>; events: EventLog },
  scope: Scope,
  flowId: string,
  nodeId: string,
  limit: number,
): Promise<NodeRun[]> {
  const runs = await store.page(scope, flowId, { nodeId }, 0, limit);
  const nodeEvents = await events.readOfNode(
    scope,
    runs.map((run) => run.id),
    nodeId,
  );
  return runs.map((run) =>
    toNodeRun(
      run,
      nodeEvents.filter((event) => event.runId === run.id),
    ),
  );
}
