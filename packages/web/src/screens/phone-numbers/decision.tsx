import type { InboundDecision } from '@tendril/contract/api/phone-number-checks';
import { Check, Minus, PhoneForwarded, PhoneIncoming, PhoneOff } from 'lucide-react';
import { BrowserCall } from '../../features/phone/browser-call.tsx';
import { phoneCheckTexts } from '../../kit/texts/en/phone-checks.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './simulate-dialog.module.css';
import { stepWords } from './step-words.ts';

const icons = { answer: PhoneIncoming, forward: PhoneForwarded, refuse: PhoneOff } as const;

/** Where a call would go and why; who answers can be talked to. */
export function Decision({
  decision,
  metadata,
}: {
  decision: InboundDecision;
  metadata: Record<string, string>;
}) {
  const t = useTexts(phoneCheckTexts);
  const { action, agentId, agentName, versionId, forwardTo, steps } = decision;
  const Icon = icons[action];
  const version = t('answersVersion', { version: t(versionId ? 'pinnedVersion' : 'liveVersion') });
  const words =
    action === 'answer'
      ? `${t('answers', { agent: agentName ?? '' })} ${version}`
      : action === 'forward'
        ? t('forwards', { number: forwardTo })
        : t('refuses');
  return (
    <>
      <section className={styles['decision']} role="status" aria-label={t('why')}>
        <h3 data-action={action}>
          <Icon size={18} strokeWidth={1.75} />
          {words}
        </h3>
        <ol>
          {steps.map((step) => {
            const { text, isPassed } = stepWords(step);
            return (
              <li key={`${step.rule} ${step.finding}`} data-passed={isPassed || undefined}>
                {isPassed ? <Check size={14} /> : <Minus size={14} />}
                {text}
              </li>
            );
          })}
        </ol>
      </section>
      {agentId && (
        <BrowserCall
          agentId={agentId}
          agentName={agentName ?? ''}
          versionId={versionId}
          metadata={metadata}
        />
      )}
    </>
  );
}
