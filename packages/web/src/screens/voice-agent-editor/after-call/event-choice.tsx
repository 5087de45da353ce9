import { webhookEvents } from '@tendril/contract/voice/voice-agent';
import { voiceAfterCallTexts } from '../../../kit/texts/en/voice-after-call.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import styles from './after-call.module.css';
import { SaveFault } from './save-fault.tsx';
import { useSetting } from './use-setting.ts';

/** Which events are sent to the URL. */
export function EventChoice({ agentId }: { agentId: string }) {
  const t = useTexts(voiceAfterCallTexts);
  const setting = useSetting(agentId, 'webhookEvents');
  const chosen = setting.value ?? [];
  const toggle = (event: (typeof webhookEvents)[number], isOn: boolean) =>
    setting.change(webhookEvents.filter((one) => (one === event ? isOn : chosen.includes(one))));
  return (
    <fieldset className={styles['events']}>
      <legend>{t('events')}</legend>
      {webhookEvents.map((event) => (
        <label key={event}>
          <input
            type="checkbox"
            checked={chosen.includes(event)}
            onChange={({ target }) => toggle(event, target.checked)}
          />
          <code>{event}</code>
          <small>{t(event)}</small>
        </label>
      ))}
      <SaveFault setting={setting} />
    </fieldset>
  );
}
