import { CircleCheck, CircleX, Send } from 'lucide-react';
import { toMessage } from '../../../kit/lib/to-message.ts';
import { voiceAfterCallTexts } from '../../../kit/texts/en/voice-after-call.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { StatusChip } from '../../../kit/ui/status-chip.tsx';
import styles from './after-call.module.css';
import { useSetting } from './use-setting.ts';
import { isWebAddress } from './web-address.ts';
import { useTestWebhook } from './webhook.queries.ts';

/** Sends a test event to the URL in the field, and shows the response. */
export function WebhookTest({ agentId }: { agentId: string }) {
  const t = useTexts(voiceAfterCallTexts);
  const url = useSetting(agentId, 'webhookUrl').value ?? '';
  const test = useTestWebhook(agentId);
  const { data, error } = test;
  return (
    <div className={styles['acts']}>
      <Button
        size="small"
        icon={<Send size={14} />}
        disabled={!isWebAddress(url)}
        isBusy={test.isPending}
        onClick={() => test.mutate(url.trim())}
      >
        {t('test')}
      </Button>
      <span role="status">
        {data?.isOk && (
          <StatusChip
            tone="success"
            Icon={CircleCheck}
            label={t('testTakenBy', { status: data.status ?? '', ms: data.ms })}
          />
        )}
        {data && !data.isOk && (
          <StatusChip
            tone="error"
            Icon={CircleX}
            label={t('testFailed', { ms: data.ms, reason: data.error ?? '' })}
          />
        )}
        {error && (
          <StatusChip tone="error" Icon={CircleX} label={t('testUnsent', { reason: toMessage(error) })} />
        )}
      </span>
    </div>
  );
}
