import { panelCloseDelayMs } from '@tendril/contract/voice/voice-timing';
import { Phone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { CallSettingsForm } from '../../../features/voice-agent/call-settings-form.tsx';
import { callDefaults } from '../../../features/voice-agent/call-values.ts';
import { Section } from '../../../features/voice-agent/section.tsx';
import { useCallForm } from '../../../features/voice-agent/use-call-form.ts';
import { useStatusNotice } from '../../../features/voice-agent/use-status-notice.tsx';
import { voiceSettingsTexts } from '../../../kit/texts/en/voice-settings.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { callSummary } from './call-summary.ts';

/** Call settings of the agent. */
export function CallSection({ agentId }: { agentId: string }) {
  const t = useTexts(voiceSettingsTexts);
  const [isOpen, setOpen] = useState(false);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const { notice, notify } = useStatusNotice();
  const form = useCallForm({ agentId, onNotice: notify, onSaved: () => setSavedAt(performance.now()) });
  const hasUnsaved = form.unsavedCount > 0;

  useEffect(() => {
    // The panel stays open if editing continues in the meantime.
    if (savedAt === null || hasUnsaved) return undefined;
    const timer = setTimeout(() => {
      setOpen(false);
      setSavedAt(null);
    }, panelCloseDelayMs);
    return () => clearTimeout(timer);
  }, [savedAt, hasUnsaved]);

  const toggle = () => {
    setSavedAt(null);
    setOpen(!isOpen);
  };
  return (
    <>
      <Section
        Icon={Phone}
        title={t('callSettings')}
        summary={form.isLoaded ? callSummary({ ...callDefaults, ...form.saved }) : ''}
        isOpen={isOpen}
        onToggle={toggle}
      >
        <CallSettingsForm form={form} />
      </Section>
      {notice}
    </>
  );
}
