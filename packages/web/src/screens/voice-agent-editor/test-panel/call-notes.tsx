import { CircleAlert } from 'lucide-react';
import { voiceCallTexts } from '../../../texts/en/voice-calls.ts';
import { useTexts } from '../../../texts/texts.ts';
import type { TestCallState } from '../../../voice/test-call-store.ts';
import { faultText } from './fault-text.ts';
import type { TestKind } from './last-kind.ts';
import styles from './test-panel.module.css';

/** Who hears and speaks, why a call did not come about, and how it ended. */
export function CallNotes({ test, kind }: { test: TestCallState; kind: TestKind }) {
  const t = useTexts(voiceCallTexts);
  const { fault, view } = test;
  const by = (part: { label: string; isStandIn: boolean }) =>
    part.isStandIn && !part.label.includes(t('standIn')) ? `${part.label} (${t('standIn')})` : part.label;
  return (
    <div className={styles['notes']}>
      {fault && (
        <p role="alert" className={styles['fault']}>
          <CircleAlert size={16} aria-hidden /> {faultText(fault)}
        </p>
      )}
      {kind === 'audio' && view.ear && view.mouth && (
        <p>
          {t('earBy', { name: by(view.ear) })} · {t('mouthBy', { name: by(view.mouth) })}
        </p>
      )}
      {view.end && <p role="status">{t(`reason_${view.end.reason}`)}</p>}
    </div>
  );
}
