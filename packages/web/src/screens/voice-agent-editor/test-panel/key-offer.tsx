import type { MissingSecret } from '@tendril/contract/voice/missing-secret';
import { FlaskConical, KeyRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { voiceCallTexts } from '../../../kit/texts/en/voice-calls.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { useLlmField, useLlmSession } from '../llm/use-llm-session.ts';
import styles from './test-panel.module.css';

const CredentialDialog = lazy(() =>
  import('../../../kit/params/credential-dialog.tsx').then((module) => ({
    default: module.CredentialDialog,
  })),
);

interface KeyOfferProps {
  missing: MissingSecret;
  /** It takes the focus: nothing else is waiting for the user. */
  isAwaited?: boolean;
  /** The agent can answer now, as far as this is known here: try again. */
  onReady: () => void;
}

/** The two ways on where a key is missing: the demo model, which needs none, and the key itself. */
export function KeyOffer({ missing: { part, kinds }, isAwaited = false, onReady }: KeyOfferProps) {
  const t = useTexts(voiceCallTexts);
  const session = useLlmSession();
  const chosen = useLlmField('credentialId');
  const [isAdding, setAdding] = useState(false);
  const isBrain = part === 'brain';
  const takeDemo = () => {
    session.change({ credentialId: 'demo' });
    onReady();
  };
  const take = (credentialId: string) => {
    setAdding(false);
    // Without a choice the newest secret of the vendor is taken, which this one is.
    if (isBrain && chosen !== null) session.change({ credentialId });
    onReady();
  };
  return (
    <div className={styles['offer']}>
      {isBrain && (
        <Button autoFocus={isAwaited} size="small" icon={<FlaskConical size={16} />} onClick={takeDemo}>
          {t('useDemo')}
        </Button>
      )}
      <Button
        autoFocus={isAwaited && !isBrain}
        size="small"
        icon={<KeyRound size={16} />}
        onClick={() => setAdding(true)}
      >
        {t('addKey')}
      </Button>
      {isAdding && (
        <Suspense>
          <CredentialDialog credentialId="" kinds={kinds} onClose={() => setAdding(false)} onStored={take} />
        </Suspense>
      )}
    </div>
  );
}
