import { readMissingDetails } from '@tendril/contract/voice/missing-secret';
import { CircleAlert } from 'lucide-react';
import type { TestCallState } from '../../../features/voice/test-call-store.ts';
import { voiceCallTexts } from '../../../kit/texts/en/voice-calls.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { CallSummary } from './call-summary.tsx';
import { DemoNote } from './demo-note.tsx';
import { faultText } from './fault-text.ts';
import { KeyOffer } from './key-offer.tsx';
import type { TestKind } from './last-kind.ts';
import styles from './test-panel.module.css';

interface CallNotesProps {
  agentId: string;
  test: TestCallState;
  kind: TestKind;
  onRetry: () => void;
}

/** Which services recognize and synthesize speech, why a call did not come about, and how it ended. */
export function CallNotes({ agentId, test, kind, onRetry }: CallNotesProps) {
  const t = useTexts(voiceCallTexts);
  const { fault, view } = test;
  const missing = readMissingDetails(fault?.details);
  const by = (part: { label: string; isStandIn: boolean }) =>
    part.isStandIn && !part.label.includes(t('standIn')) ? `${part.label} (${t('standIn')})` : part.label;
  const parts = [
    ...(kind === 'audio' && view.recognizer ? [t('recognizedBy', { name: by(view.recognizer) })] : []),
    ...(kind === 'audio' && view.synthesizer ? [t('spokenBy', { name: by(view.synthesizer) })] : []),
    ...(view.isDemo ? [t('answeredBy', { name: t('demo') })] : []),
  ];
  return (
    <div className={styles['notes']}>
      {fault && (
        <p role="alert" className={styles['fault']}>
          <CircleAlert size={16} aria-hidden /> {faultText(fault)}
        </p>
      )}
      {missing && <KeyOffer isAwaited missing={missing} onReady={onRetry} />}
      {view.isDemo && <DemoNote agentId={agentId} />}
      {parts.length > 0 && <p>{parts.join(' · ')}</p>}
      {view.end && <p role="status">{t(`reason_${view.end.reason}`)}</p>}
      {view.end && test.callId && <CallSummary agentId={agentId} callId={test.callId} />}
    </div>
  );
}
