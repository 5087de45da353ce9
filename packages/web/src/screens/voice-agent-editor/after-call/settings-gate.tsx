import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { agentSettingsQuery } from '../../../features/voice-agent/agent.queries.ts';
import { toMessage } from '../../../kit/lib/to-message.ts';
import { voiceAfterCallTexts } from '../../../kit/texts/en/voice-after-call.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import styles from './after-call.module.css';

/** Draws its children once the settings of the agent are there; says so while they are not. */
export function SettingsGate({ agentId, children }: { agentId: string; children: ReactNode }) {
  const t = useTexts(voiceAfterCallTexts);
  const settings = useQuery({ ...agentSettingsQuery(agentId), enabled: agentId !== '' });
  if (settings.data) return children;
  if (!settings.error)
    return (
      <p role="status" className={styles['quiet']}>
        {t('loading')}
      </p>
    );
  return (
    <p role="alert" className={styles['fault']}>
      <span>{t('loadFailed', { reason: toMessage(settings.error) })}</span>
      <Button size="small" look="quiet" onClick={() => void settings.refetch()}>
        {t('retry')}
      </Button>
    </p>
  );
}
