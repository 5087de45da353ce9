import { useQueryClient } from '@tanstack/react-query';
import { voiceRanges } from '@tendril/contract/voice/speech-ranges';
import type { VoiceAgent, VoiceAgentFields } from '@tendril/contract/voice/voice-agent';
import { useState } from 'react';
import { useUpdateVoiceAgent, voiceAgentQuery } from '../../../features/voice-agent/agent.queries.ts';
import { saveReason } from '../../../features/voice-agent/save-reason.ts';
import { SliderRow } from '../../../features/voice-agent/slider-row.tsx';
import { notify } from '../../../kit/state/notifier-store.ts';
import { voiceToolTexts } from '../../../kit/texts/en/voice-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { FormDialog } from '../../../kit/ui/form-dialog.tsx';
import styles from './llm-dialog.module.css';

type Moved = Partial<Pick<VoiceAgentFields, 'voiceSpeed' | 'volume'>>;

/** Speed and volume of the voice; only what was moved is saved. */
export function VoiceDialog({ agent, onClose }: { agent: VoiceAgent; onClose: () => void }) {
  const t = useTexts(voiceToolTexts);
  const [moved, setMoved] = useState<Moved>({});
  const form = useVoiceSave(agent, onClose);
  const isMoved = Object.keys(moved).length > 0;
  return (
    <FormDialog
      title={t('voiceTitle')}
      width={560}
      isBusy={form.isSaving}
      onClose={onClose}
      onSubmit={() => (isMoved ? form.save(moved) : onClose())}
      submitLabel={t('save')}
    >
      <div className={styles['sliders']}>
        <SliderRow
          label={t('voiceSpeed')}
          range={voiceRanges.voiceSpeed}
          value={moved.voiceSpeed ?? agent.voiceSpeed}
          savedValue={agent.voiceSpeed}
          unit=""
          lowWord={t('slower')}
          highWord={t('faster')}
          onChange={(voiceSpeed) => setMoved((before) => ({ ...before, voiceSpeed }))}
        />
        <SliderRow
          label={t('volume')}
          range={voiceRanges.volume}
          value={moved.volume ?? agent.volume}
          savedValue={agent.volume}
          unit=""
          lowWord={t('quieter')}
          highWord={t('louder')}
          onChange={(volume) => setMoved((before) => ({ ...before, volume }))}
        />
      </div>
      {form.failure && (
        <p className={styles['problem']} role="alert">
          {form.failure}
        </p>
      )}
    </FormDialog>
  );
}

function useVoiceSave(agent: VoiceAgent, onSaved: () => void) {
  const t = useTexts(voiceToolTexts);
  const client = useQueryClient();
  const update = useUpdateVoiceAgent(agent.id);
  const [missing, setMissing] = useState('');
  return {
    isSaving: update.isPending,
    failure: missing || (update.isError ? t('voiceNotSaved', { reason: saveReason(update.error) }) : ''),
    save: (moved: Moved) => {
      // The agent may have been deleted while the dialog was open.
      if (!agent.id) {
        setMissing(t('agentMissing'));
        return;
      }
      update.mutate(moved, {
        onSuccess: () => {
          notify(t('voiceSaved'), 'success');
          void client.invalidateQueries({ queryKey: voiceAgentQuery(agent.id).queryKey, exact: true });
          onSaved();
        },
      });
    },
  };
}
