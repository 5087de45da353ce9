import type { LiveFlows, RunnableFlow } from '../flows/public.ts';
import { type FlowStart, readFlowStart } from './flow-start.ts';

const maxStarts = 500;

/** Reads how versions of flows are started; a version never changes, so each is read once. */
export function createFlowStarts(liveFlows: Pick<LiveFlows, 'open'>) {
  const starts = new Map<string, Promise<FlowStart>>();

  async function read(flow: RunnableFlow, versionId: string): Promise<FlowStart> {
    const { flowData } = await liveFlows.open(flow, versionId);
    return readFlowStart(flowData);
  }

  return {
    of(flow: RunnableFlow, versionId: string = flow.liveVersionId): Promise<FlowStart> {
      const known = starts.get(versionId);
      if (known) return known;
      const start = read(flow, versionId);
      starts.set(versionId, start);
      const oldest = starts.size > maxStarts ? starts.keys().next() : undefined;
      if (oldest && !oldest.done) starts.delete(oldest.value);
      start.catch(() => starts.delete(versionId));
      return start;
    },
  };
}

export type FlowStarts = ReturnType<typeof createFlowStarts>;
