import { voiceAfterCallTexts } from '../../../kit/texts/en/voice-after-call.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { SwitchField } from '../../../kit/ui/switch.tsx';
import styles from './after-call.module.css';
import { FallbackVoices } from './fallback-voices.tsx';
import { SaveFault } from './save-fault.tsx';
import { SettingsGate } from './settings-gate.tsx';
import { useSetting } from './use-setting.ts';
import { VariablesRow } from './variables-row.tsx';

/** What is stored of calls, how recordings are reached, and what stands in when something is missing. */
export function SecurityPanel({ agentId }: { agentId: string }) {
  const t = useTexts(voiceAfterCallTexts);
  const optOut = useSetting(agentId, 'optOutSensitiveDataStorage');
  const optIn = useSetting(agentId, 'optInSignedUrl');
  return (
    <SettingsGate agentId={agentId}>
      <div className={styles['settings']}>
        <div>
          <SwitchField
            label={t('optOut')}
            hint={t('optOutHint')}
            isOn={optOut.value === true}
            onChange={(isOn) => optOut.change(isOn)}
          />
          <SaveFault setting={optOut} />
        </div>
        <div>
          <SwitchField
            label={t('optIn')}
            hint={t('optInHint')}
            isOn={optIn.value === true}
            onChange={(isOn) => optIn.change(isOn)}
          />
          <SaveFault setting={optIn} />
        </div>
        <FallbackVoices agentId={agentId} />
        <VariablesRow agentId={agentId} />
      </div>
    </SettingsGate>
  );
}
