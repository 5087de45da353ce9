import { useQuery } from '@tanstack/react-query';
import { listFlowVersions, readFlowVersion } from '@tendril/contract/api/flow-versions';
import { readFlow } from '@tendril/contract/api/flows';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { LoggedEvent } from '@tendril/contract/run-event';
import { useMemo, useState } from 'react';
import { isNote } from '../../features/canvas/document/canvas-doc.ts';
import { marksAfter } from '../../features/canvas/run/run-marks.ts';
import { StillCanvas } from '../../features/canvas/view/still-canvas.tsx';
import { useRunLog } from '../../features/runs/use-run-log.ts';
import type { CallView } from '../../features/voice/call-view.ts';
import { call } from '../../kit/api/call.ts';
import { nodesQuery } from '../../kit/api/nodes.queries.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './call-canvas.module.css';
import type { Playhead } from './use-playhead.ts';

interface CallCanvasProps {
  view: CallView;
  playhead: Pick<Playhead, 'nowMs' | 'moveTo'>;
  /** The call goes on, and nobody has moved the playhead: what its newest run does now is shown. */
  isFollowed: boolean;
}

type FlowRun = Extract<CallView['steps'][number], { type: 'flow-run' }>;

/** The flow that answers, as it stood at the playhead: the node at work is lit. Nothing where no flow answers. */
export function CallCanvas({ view, playhead, isFollowed }: CallCanvasProps) {
  const { nowMs } = playhead;
  const runs = view.steps.filter((step): step is FlowRun => step.type === 'flow-run' && !step.isReplayed);
  const run = isFollowed ? runs.at(-1) : (runs.findLast(({ offsetMs }) => offsetMs <= nowMs) ?? runs[0]);
  if (!run) return null;
  return <RunAt key={run.runId} run={run} playhead={playhead} isFollowed={isFollowed} />;
}

interface RunAtProps extends Pick<CallCanvasProps, 'playhead' | 'isFollowed'> {
  run: FlowRun;
}

/** A press on a node moves the playhead to where it began to work. */
function RunAt({ run, playhead, isFollowed }: RunAtProps) {
  const t = useTexts(callsTexts);
  const { data: log, error: lost } = useRunLog(run.runId);
  const { data, error } = useQuery(drawnFlowQuery(run.flowId, log?.run?.versionNumber));
  const { data: nodes } = useQuery(nodesQuery);
  const events = useMemo(() => log?.events.filter(isMark) ?? [], [log]);
  // The run's clock is the server's, as the call's is.
  const startAt = run.at - run.offsetMs;
  const untilAt = isFollowed ? Number.POSITIVE_INFINITY : startAt + playhead.nowMs;
  const [picked, setPicked] = useState<{ nowMs: number; count: number }>();
  // Many a node takes no time at all: the one that was pressed is lit until the playhead moves on.
  const isPicked = picked?.nowMs === playhead.nowMs;
  const count = isPicked ? picked.count : events.filter(({ at }) => at <= untilAt).length;
  const pick = (nodeId: string) => {
    const began = events.findIndex((event) => event.type === 'node-start' && event.nodeId === nodeId);
    const event = events[began];
    if (!event) return;
    const nowMs = Math.max(1, event.at - startAt);
    setPicked({ nowMs, count: began + 1 });
    playhead.moveTo(nowMs);
  };
  const marks = useMemo(() => (count > 0 ? marksAfter(events, count) : undefined), [events, count]);
  const working = Object.entries(marks?.nodes ?? {}).flatMap(([id, mark]) =>
    mark.status === 'running' ? [id] : [],
  );
  const nameOf = (id: string) => data?.flow.nodes.find((node) => node.id === id)?.data.label ?? id;
  return (
    <figure className={styles['canvas']}>
      {(error || lost) && <p>{t('canvasFailed')}</p>}
      {data && nodes && (
        <StillCanvas
          kind={data.kind}
          flow={data.flow}
          nodes={nodes}
          label={t('flowOf', { name: data.name })}
          onPick={pick}
          {...(marks && { marks })}
        />
      )}
      <figcaption className={styles['caption']}>
        {working.length > 0 ? t('working', { names: working.map(nameOf).join(', ') }) : (data?.name ?? '')}
      </figcaption>
    </figure>
  );
}

/** Pieces of text mark nothing, and there are many. */
const isMark = ({ type }: LoggedEvent): boolean => type !== 'text-delta';

/** Notes do no work, and the steps need their room. */
const withoutNotes = ({ nodes, ...rest }: FlowData): FlowData => ({
  ...rest,
  nodes: nodes.filter((node) => !isNote(node.data)),
});

/** The drawing that a run ran: its version if that is still there, else the flow as it is. */
const drawnFlowQuery = (flowId: string, versionNumber: number | undefined) => ({
  queryKey: ['call', 'drawn-flow', flowId, versionNumber],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const flow = await call(readFlow, { params: { id: flowId }, signal });
    const { data: versions } = await call(listFlowVersions, {
      params: { id: flowId },
      query: { page: 1, limit: 100 },
      signal,
    });
    const version = versions.find(({ number }) => number === versionNumber);
    const drawn =
      version && (await call(readFlowVersion, { params: { id: flowId, versionId: version.id }, signal }));
    return {
      kind: flow.type === 'CHATFLOW' || flow.type === 'AGENTFLOW' ? flow.type : ('AGENTFLOW' as const),
      name: flow.name,
      flow: withoutNotes(drawn?.flowData ?? flow.flowData),
    };
  },
  enabled: versionNumber !== undefined,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});
