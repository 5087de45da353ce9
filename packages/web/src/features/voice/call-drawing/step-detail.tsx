import { voiceCallTexts } from '../../../kit/texts/en/voice-calls.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import type { CallView } from '../call-view.ts';
import styles from './step-detail.module.css';

type Step = CallView['steps'][number];

interface StepDetailProps {
  step: Extract<Step, { type: 'step-start' }>;
  end: Extract<Step, { type: 'step-end' }> | undefined;
}

/** What a step was given, and what it gave. */
export function StepDetail({ step, end }: StepDetailProps) {
  const t = useTexts(voiceCallTexts);
  return (
    <div className={styles['detail']}>
      <h4>{t('prompt')}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by the keyboard */}
      <pre tabIndex={0}>{promptText(step.input)}</pre>
      {end && (
        <>
          <h4>{t('answer')}</h4>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by the keyboard */}
          <pre tabIndex={0} data-failed={end.error !== undefined || undefined}>
            {end.error ?? answerText(end.output)}
          </pre>
        </>
      )}
    </div>
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
