import { useQuery } from '@tanstack/react-query';
import { llmOptions } from '@tendril/contract/voice/llm-options';
import { FlaskConical, KeyRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { agentSettingsQuery } from '../../../features/voice-agent/agent.queries.ts';
import { voiceCallTexts } from '../../../kit/texts/en/voice-calls.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { useLlmField } from '../llm/use-llm-session.ts';
import { vendorSecrets } from '../llm/vendor-secrets.ts';
import styles from './test-panel.module.css';

const CredentialDialog = lazy(() =>
  import('../../../kit/params/credential-dialog.tsx').then((module) => ({
    default: module.CredentialDialog,
  })),
);

/** Says that the demo model answers because nobody gave a key, and takes one; silent where it was chosen. */
export function DemoNote({ agentId }: { agentId: string }) {
  const t = useTexts(voiceCallTexts);
  const { data: settings } = useQuery(agentSettingsQuery(agentId));
  const chosen = useLlmField('credentialId');
  const model = useLlmField('model');
  const [isAdding, setAdding] = useState(false);
  if (settings?.brain.type !== 'prompt' || chosen !== null) return null;
  const option = llmOptions.find(({ id }) => id === model);
  return (
    <div className={styles['offer']}>
      <p role="status">
        <FlaskConical size={16} aria-hidden /> {t('demoAnswers', { model: option?.label ?? model })}
      </p>
      <Button size="small" icon={<KeyRound size={16} />} onClick={() => setAdding(true)}>
        {t('addKey')}
      </Button>
      {isAdding && (
        <Suspense>
          <CredentialDialog
            credentialId=""
            kinds={[vendorSecrets[option?.provider ?? 'openai'].kind]}
            onClose={() => setAdding(false)}
            onStored={() => setAdding(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
