import { useQuery } from '@tanstack/react-query';
import { listFlowVersions, readFlowVersion } from '@tendril/contract/api/flow-versions';
import { readFlow } from '@tendril/contract/api/flows';
import { readRun } from '@tendril/contract/api/runs';
import type { FlowData } from '@tendril/contract/flow/flow';
import { useMemo } from 'react';
import { isNote } from '../../features/canvas/document/canvas-doc.ts';
import { marksAfter } from '../../features/canvas/run/run-marks.ts';
import { StillCanvas } from '../../features/canvas/view/still-canvas.tsx';
import type { CallView } from '../../features/voice/call-view.ts';
import { call } from '../../kit/api/call.ts';
import { nodesQuery } from '../../kit/api/nodes.queries.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './call-canvas.module.css';

interface CallCanvasProps {
  view: CallView;
  nowMs: number;
}

type FlowRun = Extract<CallView['steps'][number], { type: 'flow-run' }>;

/** The flow that answers, as it stood at the playhead: the node at work is lit. Nothing where no flow answers. */
export function CallCanvas({ view, nowMs }: CallCanvasProps) {
  const runs = view.steps.filter((step) => step.type === 'flow-run');
  const run = runs.findLast(({ offsetMs }) => offsetMs <= nowMs) ?? runs[0];
  return run ? <RunAt key={run.runId} run={run} nowMs={nowMs} /> : null;
}

function RunAt({ run, nowMs }: { run: FlowRun; nowMs: number }) {
  const t = useTexts(callsTexts);
  const { data, error } = useQuery(drawnRunQuery(run));
  const { data: nodes } = useQuery(nodesQuery);
  const events = data?.events;
  // The run's clock is the server's, as the call's is.
  const at = run.at - run.offsetMs + nowMs;
  const count = events?.filter((event) => event.at <= at).length ?? 0;
  const marks = useMemo(() => (events && count > 0 ? marksAfter(events, count) : undefined), [events, count]);
  const working = Object.entries(marks?.nodes ?? {}).flatMap(([id, mark]) =>
    mark.status === 'running' ? [id] : [],
  );
  const nameOf = (id: string) => data?.flow.nodes.find((node) => node.id === id)?.data.label ?? id;
  return (
    <figure className={styles['canvas']}>
      {error && <p>{t('canvasFailed')}</p>}
      {data && nodes && (
        <StillCanvas
          kind={data.kind}
          flow={data.flow}
          nodes={nodes}
          label={t('flowOf', { name: data.name })}
          {...(marks && { marks })}
        />
      )}
      <figcaption className={styles['caption']}>
        {working.length > 0 ? t('working', { names: working.map(nameOf).join(', ') }) : (data?.name ?? '')}
      </figcaption>
    </figure>
  );
}

/** Notes do no work, and the steps need their room. */
const withoutNotes = ({ nodes, ...rest }: FlowData): FlowData => ({
  ...rest,
  nodes: nodes.filter((node) => !isNote(node.data)),
});

/** A run, and the drawing that it ran: its version if that is still there, else the flow as it is. */
const drawnRunQuery = ({ flowId, runId }: FlowRun) => ({
  queryKey: ['call', 'drawn-run', runId],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const [{ run, events }, flow] = await Promise.all([
      call(readRun, { params: { id: runId }, signal }),
      call(readFlow, { params: { id: flowId }, signal }),
    ]);
    const { data: versions } = await call(listFlowVersions, {
      params: { id: flowId },
      query: { page: 1, limit: 100 },
      signal,
    });
    const version = versions.find(({ number }) => number === run.versionNumber);
    const drawn =
      version && (await call(readFlowVersion, { params: { id: flowId, versionId: version.id }, signal }));
    return {
      events: events.filter(({ type }) => type !== 'text-delta'),
      kind: flow.type === 'CHATFLOW' || flow.type === 'AGENTFLOW' ? flow.type : ('AGENTFLOW' as const),
      name: flow.name,
      flow: withoutNotes(drawn?.flowData ?? flow.flowData),
    };
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});
