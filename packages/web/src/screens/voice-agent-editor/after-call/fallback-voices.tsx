import { useQuery } from '@tanstack/react-query';
import { allVoiceProviders, type Voice } from '@tendril/contract/voice/voice';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { voiceAgentQuery, voicesQuery } from '../../../features/voice-agent/agent.queries.ts';
import { LazyVoicePicker } from '../../../features/voice-agent/lazy-voice-picker.tsx';
import { useKeptFocus } from '../../../kit/lib/use-kept-focus.ts';
import { voiceAfterCallTexts } from '../../../kit/texts/en/voice-after-call.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import styles from './after-call.module.css';
import { FallbackRow } from './fallback-row.tsx';
import { moved } from './post-call-list.ts';
import { SaveFault } from './save-fault.tsx';
import { useSetting } from './use-setting.ts';

const mostVoices = 10;

/** Voices that take over when the agent's own fails, in the order in which they are tried. */
export function FallbackVoices({ agentId }: { agentId: string }) {
  const t = useTexts(voiceAfterCallTexts);
  const setting = useSetting(agentId, 'fallbackVoiceIds');
  const { data: agent } = useQuery({ ...voiceAgentQuery(agentId), enabled: agentId !== '' });
  const { data } = useQuery(voicesQuery);
  const [isPicking, setPicking] = useState(false);
  const [note, setNote] = useState('');
  const ids = setting.value ?? [];
  const part = useKeptFocus<HTMLDivElement>(ids.length);
  const voices = data?.data ?? [];
  const ownProvider = providerOf(agent?.voiceId ?? '', voices);
  const isFull = ids.length >= mostVoices;
  const add = ({ voice_id: id, voice_name: name }: Voice) => {
    if (ids.includes(id)) return setNote(t('alreadyFallback', { name }));
    setNote('');
    setting.change([...ids, id]);
  };
  return (
    <div ref={part} tabIndex={-1}>
      <div className={styles['head']}>
        <div>
          <span className={styles['label']}>{t('fallbackVoice')}</span>
          <small>{t('fallbackHint')}</small>
        </div>
        <Button
          size="small"
          aria-label={t('addFallback')}
          disabled={isFull}
          title={isFull ? t('fallbackFull') : undefined}
          icon={<Plus size={16} />}
          onClick={() => setPicking(true)}
        >
          {t('add')}
        </Button>
      </div>
      {ids.length === 0 ? (
        <p className={styles['quiet']}>{t('noFallback')}</p>
      ) : (
        <ol aria-label={t('fallbackVoice')}>
          {ids.map((id, place) => (
            <FallbackRow
              key={id}
              id={id}
              voice={voices.find(({ voice_id: one }) => one === id)}
              isListLoaded={data !== undefined}
              isOfSameProvider={ownProvider !== undefined && providerOf(id, voices) === ownProvider}
              place={place}
              count={ids.length}
              onMove={(by) => setting.change(moved(ids, place, by))}
              onRemove={() => setting.change(ids.toSpliced(place, 1))}
            />
          ))}
        </ol>
      )}
      <p role="status" className={styles['note']}>
        {note}
      </p>
      <SaveFault setting={setting} />
      {isPicking && (
        <LazyVoicePicker
          mode="fallback"
          {...(ownProvider && { ownProvider })}
          onChoose={add}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  );
}

/** A voice's provider: as the list has it, else by the beginning of its id. */
function providerOf(id: string, voices: readonly Voice[]): Voice['provider'] | undefined {
  const listed = voices.find(({ voice_id: one }) => one === id);
  return listed?.provider ?? allVoiceProviders.find(({ prefix }) => id.startsWith(prefix))?.id;
}
