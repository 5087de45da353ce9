import { SliderRow } from '../../../features/voice-agent/slider-row.tsx';
import { voiceToolTexts } from '../../../kit/texts/en/voice-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { SaveMark } from '../llm/save-mark.tsx';
import { useLlmField, useLlmSession } from '../llm/use-llm-session.ts';
import { EngineChoice } from './engine-choice.tsx';
import styles from './llm-dialog.module.css';
import { SecretChoice } from './secret-choice.tsx';

/** At 0 the answers vary least. */
const temperatureRange = { min: 0, max: 1, step: 0.01, default: 0 };
const topKRange = { min: 1, max: 20, step: 1, default: 3 };

/** Settings of the model: they save themselves, like the prompt. */
export function LlmDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(voiceToolTexts);
  const session = useLlmSession();
  return (
    <Dialog
      isOpen
      title={t('llmTitle')}
      width={560}
      onClose={onClose}
      actions={
        <>
          <span className={styles['state']}>
            <SaveMark />
          </span>
          <Button onClick={onClose}>{t('done')}</Button>
        </>
      }
    >
      <div className={styles['sliders']}>
        <SliderRow
          label={t('temperature')}
          range={temperatureRange}
          value={useLlmField('temperature')}
          unit=""
          lowWord={t('steady')}
          highWord={t('inventive')}
          onChange={(temperature) => session.change({ temperature })}
        />
        <SliderRow
          label={t('topK')}
          range={topKRange}
          value={useLlmField('knowledgeTopK')}
          unit=""
          hint={t('topKHelp')}
          onChange={(knowledgeTopK) => session.change({ knowledgeTopK })}
        />
      </div>
      <EngineChoice />
      <SecretChoice />
    </Dialog>
  );
}
