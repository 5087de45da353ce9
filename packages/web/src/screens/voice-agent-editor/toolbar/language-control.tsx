import { defaultLanguage, voiceLanguages } from '@tendril/contract/voice/languages';
import type { VoiceAgent, VoiceAgentFields } from '@tendril/contract/voice/voice-agent';
import { Globe, TriangleAlert } from 'lucide-react';
import { useUpdateVoiceAgent } from '../../../features/voice-agent/agent.queries.ts';
import { voiceEditorTexts } from '../../../kit/texts/en/voice-editor.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { PickList } from './pick-list.tsx';
import styles from './toolbar.module.css';

const options = voiceLanguages.map(({ code, label }) => ({ value: code, label, aside: code }));

/**
 * The language of the agent; a choice saves exactly it. A save that fails is logged only, the saved language comes
 * back, and a word beside it says so.
 */
export function LanguageControl({ agent }: { agent: VoiceAgent }) {
  const t = useTexts(voiceEditorTexts);
  const save = useUpdateVoiceAgent(agent.id);
  const pending = save.isPending ? save.variables.language : undefined;
  const choose = (language: VoiceAgentFields['language']) =>
    // biome-ignore lint/suspicious/noConsole: a failed save is logged only, by design
    save.mutate({ language }, { onError: (error) => console.error(error) });
  return (
    <>
      <div className={styles['joined']}>
        <PickList
          label={t('language')}
          options={options}
          value={pending ?? (agent.language || defaultLanguage)}
          icon={<Globe size={18} className={styles['globe']} aria-hidden />}
          onChange={choose}
        />
      </div>
      {save.isError && (
        <span className={styles['unsaved']}>
          <TriangleAlert size={14} aria-hidden />
          {t('notSaved')}
        </span>
      )}
    </>
  );
}
