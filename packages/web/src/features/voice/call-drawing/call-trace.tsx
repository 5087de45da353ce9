import { voiceCallTexts } from '../../../kit/texts/en/voice-calls.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import type { CallView } from '../call-view.ts';
import styles from './call-trace.module.css';
import { FlowRunLink } from './flow-run-link.tsx';

type Step = CallView['steps'][number];
type StepEnd = Extract<Step, { type: 'step-end' }>;

/** The responder's work: every model call with its exact prompt, every search, the runs of a flow. */
export function CallTrace({ steps }: { steps: readonly Step[] }) {
  const t = useTexts(voiceCallTexts);
  const ends = new Map(
    steps.flatMap((step) => (step.type === 'step-end' ? [[step.stepId, step] as const] : [])),
  );
  const begun = steps.filter((step) => step.type !== 'step-end');
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
        <h4>{t('prompt')}</h4>
        <pre>{promptText(step.input)}</pre>
        {end && (
          <>
            <h4>{t('answer')}</h4>
            <pre data-failed={end.error !== undefined || undefined}>
              {end.error ?? answerText(end.output)}
            </pre>
          </>
        )}
      </details>
    </li>
  );
}

/** The messages that a model got, one after the other; anything else as it is. */
function promptText(input: unknown): string {
  const messages = partOf(input, 'messages');
  if (!Array.isArray(messages)) return asText(input);
  return messages
    .map((message: unknown) => `${asText(partOf(message, 'role'))}: ${asText(partOf(message, 'content'))}`)
    .join('\n\n');
}

/** The words of a model, and the functions it wants called. */
function answerText(output: unknown): string {
  const text = partOf(output, 'text');
  if (typeof text !== 'string') return asText(output);
  const calls = partOf(output, 'toolCalls');
  return [text, ...(Array.isArray(calls) ? [asText(calls)] : [])].filter(Boolean).join('\n\n');
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
}
