import { Webhook } from 'lucide-react';
import { useState } from 'react';
import { Section } from '../../../features/voice-agent/section.tsx';
import { voiceAfterCallTexts } from '../../../kit/texts/en/voice-after-call.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { useSetting } from '../after-call/use-setting.ts';
import { WebhookPanel } from '../after-call/webhook-panel.tsx';

/** Webhooks of the agent. */
export function WebhookSection({ agentId }: { agentId: string }) {
  const t = useTexts(voiceAfterCallTexts);
  const [isOpen, setOpen] = useState(false);
  const { stored: url } = useSetting(agentId, 'webhookUrl');
  const { stored: events } = useSetting(agentId, 'webhookEvents');
  const isMute = url !== '' && events?.length === 0;
  const summary = url === '' ? t('noEndpoint') : t('oneEndpoint') + (isMute ? ` · ${t('eventsOff')}` : '');
  return (
    <Section
      Icon={Webhook}
      title={t('webhook')}
      summary={url === undefined ? '' : summary}
      isOpen={isOpen}
      onToggle={() => setOpen(!isOpen)}
    >
      <WebhookPanel agentId={agentId} />
    </Section>
  );
}
