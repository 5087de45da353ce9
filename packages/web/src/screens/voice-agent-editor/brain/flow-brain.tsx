import { useQuery } from '@tanstack/react-query';
import type { FlowDetail } from '@tendril/contract/api/flows';
import { isPipelineType } from '@tendril/contract/flow/flow';
import type { AgentBrain } from '@tendril/contract/voice/voice-agent';
import { SquareArrowOutUpRight, TriangleAlert, Workflow } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { Link } from 'react-router';
import { useUpdateAgentSettings } from '../../../features/voice-agent/agent.queries.ts';
import { RequestError } from '../../../kit/api/request-error.ts';
import { relativeTime } from '../../../kit/lib/relative-time.ts';
import { SelectField } from '../../../kit/params/select-field.tsx';
import { notifyError } from '../../../kit/state/notifier-store.ts';
import { voiceBrainTexts } from '../../../kit/texts/en/voice-brain.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { Field } from '../../../kit/ui/field.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import styles from './brain.module.css';
import { answeringFlowQuery, flowVersionChoicesQuery } from './flows.queries.ts';

const FlowPicker = lazy(() => import('./flow-picker.tsx').then((module) => ({ default: module.FlowPicker })));

interface FlowBrainProps {
  agentId: string;
  brain: Extract<AgentBrain, { type: 'flow' }>;
}

/** The flow or pipeline that answers: its name with the way to its canvas, and which version of it. */
export function FlowBrain({ agentId, brain }: FlowBrainProps) {
  const t = useTexts(voiceBrainTexts);
  const save = useUpdateAgentSettings(agentId);
  const [isPicking, setPicking] = useState(false);
  const { data: flow, error, refetch } = useQuery(answeringFlowQuery(brain.flowId));
  const isGone = error instanceof RequestError && error.status === 404;
  return (
    <>
      {flow && <FlowCard flow={flow} onChange={() => setPicking(true)} />}
      {flow && <VersionChoice agentId={agentId} brain={brain} flow={flow} />}
      {!flow && !error && <SkeletonList count={2} />}
      {isGone && (
        <div className={styles['gone']} role="alert">
          <TriangleAlert size={18} aria-hidden />
          <p>{t('flowGone')}</p>
          <Button size="small" onClick={() => setPicking(true)}>
            {t('chooseFlow')}
          </Button>
        </div>
      )}
      {error && !isGone && (
        <ErrorState title={t('flowFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {isPicking && (
        <Suspense>
          <FlowPicker
            chosenId={brain.flowId}
            onChoose={(flowId) => {
              setPicking(false);
              save.mutate({ brain: { type: 'flow', flowId, versionId: null } }, { onError: notifyError });
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function FlowCard({ flow, onChange }: { flow: FlowDetail; onChange: () => void }) {
  const t = useTexts(voiceBrainTexts);
  const isPipeline = isPipelineType(flow.type);
  return (
    <div className={styles['card']}>
      <Workflow size={20} aria-hidden />
      <div>
        <b>{flow.name}</b>
        <small>
          {t(`kind_${flow.type}`)} · {t('updated', { when: relativeTime(flow.updatedAt) })}
        </small>
      </div>
      <Link to={`/${isPipeline ? 'agentcanvas' : 'canvas'}/${flow.id}`}>
        {t('openCanvas')}
        <SquareArrowOutUpRight size={14} aria-hidden />
      </Link>
      <Button size="small" onClick={onChange}>
        {t('change')}
      </Button>
    </div>
  );
}

function VersionChoice({ agentId, brain, flow }: FlowBrainProps & { flow: FlowDetail }) {
  const t = useTexts(voiceBrainTexts);
  const id = useId();
  const save = useUpdateAgentSettings(agentId);
  const { data: versions = [] } = useQuery(flowVersionChoicesQuery(flow.id));
  const chosen = save.isPending && save.variables.brain?.type === 'flow' ? save.variables.brain : brain;
  return (
    <Field label={t('version')} htmlFor={id}>
      <SelectField
        id={id}
        value={chosen.versionId ?? ''}
        options={versions.map((version) => ({
          name: version.id,
          label: t(version.isLive ? 'pinnedLive' : 'pinned', {
            number: version.number,
            note: version.note || relativeTime(version.createdAt),
          }),
        }))}
        emptyLabel={flow.liveVersion === null ? t('liveNever') : t('liveNow', { number: flow.liveVersion })}
        canBeEmpty
        onChange={(versionId) =>
          save.mutate({ brain: { ...brain, versionId: versionId || null } }, { onError: notifyError })
        }
      />
      <p className={styles['help']}>{t(chosen.versionId === null ? 'liveHelp' : 'pinnedHelp')}</p>
    </Field>
  );
}
