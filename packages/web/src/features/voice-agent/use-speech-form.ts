import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notify } from '../../kit/state/notifier-store.ts';
import { voiceSettingsTexts } from '../../kit/texts/en/voice-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { useUpdateAgentSettings, useUpdateVoiceAgent, voiceAgentQuery } from './agent.queries.ts';
import { editAgent, forgetEdits, useAgentEdits } from './agent-edits-store.ts';
import { shownValues } from './edited-values.ts';
import { saveReason } from './save-reason.ts';
import { type SpeechValues, speechChanges, speechDefaults } from './speech-values.ts';
import { useStoredAgent } from './use-stored-agent.ts';

const noEdits = {};

/** Values of the speech settings with their edits, and the save. */
export interface SpeechForm {
  values: SpeechValues;
  /** As the server has them; a field that was never saved is absent. */
  saved: Partial<SpeechValues>;
  edit: (edits: Partial<SpeechValues>) => void;
  unsavedCount: number;
  isSaving: boolean;
  save: () => Promise<void>;
}

export function useSpeechForm(agentId: string): SpeechForm {
  const t = useTexts(voiceSettingsTexts);
  const client = useQueryClient();
  const stored = useStoredAgent(agentId);
  const edits = useAgentEdits((state) => state.speech[agentId]) ?? noEdits;
  const updateAgent = useUpdateVoiceAgent(agentId);
  const updateSettings = useUpdateAgentSettings(agentId);
  const [isSaving, setSaving] = useState(false);
  const changes = speechChanges(stored, edits);
  const counts = [Object.keys(changes.agent).length, Object.keys(changes.settings).length] as const;

  const send = async () => {
    // With nothing moved an empty update still says whether the agent can be saved.
    if (counts[0] > 0 || counts[1] === 0) {
      await updateAgent.mutateAsync(changes.agent);
      forgetEdits('speech', agentId, changes.agent);
    }
    if (counts[1] > 0) {
      await updateSettings.mutateAsync(changes.settings);
      forgetEdits('speech', agentId, changes.settings);
    }
    await client.refetchQueries(voiceAgentQuery(agentId));
  };
  const save = async () => {
    if (stored.isMissing) {
      notify(t('idMissing'), 'error');
      return;
    }
    setSaving(true);
    try {
      await send();
      notify(t('speechSaved'), 'success');
    } catch (thrown) {
      notify(t('saveFailed', { reason: saveReason(thrown) }), 'error');
    } finally {
      setSaving(false);
    }
  };
  return {
    values: shownValues(stored, edits, speechDefaults),
    saved: { ...stored.settings, ...stored.agent },
    edit: (changed) => editAgent('speech', agentId, changed),
    unsavedCount: counts[0] + counts[1],
    isSaving,
    save,
  };
}
