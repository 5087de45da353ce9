import { voiceCallTexts } from '../../../kit/texts/en/voice-calls.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import type { CallView } from '../call-view.ts';
import styles from './call-trace.module.css';
import { FlowRunLink } from './flow-run-link.tsx';
import { StepDetail } from './step-detail.tsx';

type Step = CallView['steps'][number];
type StepEnd = Extract<Step, { type: 'step-end' }>;

/** The responder's work: every model call with its exact prompt, every search, the runs of a flow. */
export function CallTrace({ steps }: { steps: readonly Step[] }) {
  const t = useTexts(voiceCallTexts);
  const ends = new Map(
    steps.flatMap((step) => (step.type === 'step-end' ? [[step.stepId, step] as const] : [])),
  );
  const begun = steps.flatMap((step) =>
    step.type === 'step-end' || (step.type === 'flow-run' && step.isReplayed) ? [] : step,
  );
  if (begun.length === 0) return <p className={styles['none']}>{t('noTrace')}</p>;
  return (
    <ol className={styles['trace']}>
      {begun.map((step) =>
        step.type === 'flow-run' ? (
          <li key={step.runId}>
            <FlowRunLink flowId={step.flowId} runId={step.runId} />
          </li>
        ) : (
          <StepItem key={step.stepId} step={step} end={ends.get(step.stepId)} />
        ),
      )}
    </ol>
  );
}

function StepItem({ step, end }: { step: Extract<Step, { type: 'step-start' }>; end: StepEnd | undefined }) {
  const t = useTexts(voiceCallTexts);
  return (
    <li>
      <details>
        <summary>
          <b>{t('step', { kind: step.kind, name: step.name })}</b>
          {end?.usage && (
            <span>{t('tokens', { input: end.usage.inputTokens, output: end.usage.outputTokens })}</span>
          )}
          <span>{end ? t('ms', { ms: Math.round(end.ms) }) : t('running')}</span>
        </summary>
        <StepDetail step={step} end={end} />
      </details>
    </li>
  );
}
