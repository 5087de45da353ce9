import { useQuery } from '@tanstack/react-query';
import type { AgentBrain, VoiceAgent } from '@tendril/contract/voice/voice-agent';
import { voicesQuery } from '../../../features/voice-agent/agent.queries.ts';
import { voiceToolTexts } from '../../../kit/texts/en/voice-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { useLlmField } from '../llm/use-llm-session.ts';
import { estimateCall, providerOfVoiceId } from './call-estimate.ts';
import styles from './call-meter.module.css';

interface CallMeterProps {
  agent: VoiceAgent;
  brain: AgentBrain['type'];
}

/** One line under the toolbar: what a minute would cost and an answer would take, by its parts. */
export function CallMeter({ agent, brain }: CallMeterProps) {
  const t = useTexts(voiceToolTexts);
  const model = useLlmField('model');
  const provider = useProvider(agent.voiceId);
  const estimate = estimateCall({ model, brain, provider, sttMode: agent.sttMode });
  const price = t('meterPrice', { price: estimate.usdPerMinute.toFixed(2) });
  const hint = estimate.isBrainUnknown ? `${t('meterHelp')} ${t('brainUnknown')}` : t('meterHelp');
  return (
    <section className={styles['meter']} aria-label={t('meter')} title={hint}>
      <p className={styles['sum']}>
        <b>{`${price}${estimate.isBrainUnknown ? '+' : ''} · ${t('meterLatency', { ms: estimate.ms })}`}</b>{' '}
        {t('estimate')}
      </p>
      <div className={styles['bar']} aria-hidden="true">
        {estimate.parts.map(({ id, ms }) => (
          <i key={id} data-part={id} style={{ flexGrow: ms }} />
        ))}
      </div>
      <ul className={styles['legend']}>
        {estimate.parts.map(({ id, ms, usdPerMinute }) => (
          <li
            key={id}
            data-part={id}
            title={t('partTitle', { help: t(`${id}Help`), ms, price: usdPerMinute })}
          >
            <i aria-hidden="true" />
            {`${t(id)} ${ms}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Of the catalogue by its prefix; a voice of the workspace is looked up. */
function useProvider(voiceId: string) {
  const known = providerOfVoiceId(voiceId);
  const { data } = useQuery({ ...voicesQuery, enabled: known === undefined && voiceId !== '' });
  return known ?? data?.data.find((voice) => voice.voice_id === voiceId)?.provider ?? 'elevenlabs';
}
