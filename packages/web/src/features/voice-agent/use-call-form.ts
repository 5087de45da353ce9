import { useState } from 'react';
import { voiceSettingsTexts } from '../../kit/texts/en/voice-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { useUpdateAgentSettings, useUpdateVoiceAgent } from './agent.queries.ts';
import { editAgent, forgetEdits, useAgentEdits } from './agent-edits-store.ts';
import {
  type CallValues,
  callDefaults,
  callPayload,
  callSettingsChanges,
  countCallChanges,
} from './call-values.ts';
import { shownValues } from './edited-values.ts';
import { saveReason } from './save-reason.ts';
import { useStoredAgent } from './use-stored-agent.ts';

const noEdits = {};

/** Values of the call settings with their edits, and the save. */
export interface CallForm {
  values: CallValues;
  /** As the server has them; a field that was never saved is absent. */
  saved: Partial<CallValues>;
  isLoaded: boolean;
  edit: (edits: Partial<CallValues>) => void;
  unsavedCount: number;
  isSaving: boolean;
  save: () => Promise<void>;
}

interface CallFormOptions {
  agentId: string;
  /** Reports the outcome. */
  onNotice: (text: string, tone: 'success' | 'error') => void;
  onSaved: () => void;
}

export function useCallForm({ agentId, onNotice, onSaved }: CallFormOptions): CallForm {
  const t = useTexts(voiceSettingsTexts);
  const stored = useStoredAgent(agentId);
  const edits = useAgentEdits((state) => state.call[agentId]) ?? noEdits;
  const updateAgent = useUpdateVoiceAgent(agentId);
  const updateSettings = useUpdateAgentSettings(agentId);
  const [isSaving, setSaving] = useState(false);

  const send = async () => {
    const payload = callPayload(stored, edits);
    const settings = callSettingsChanges(stored, edits);
    await updateAgent.mutateAsync(payload);
    forgetEdits('call', agentId, payload);
    if (Object.keys(settings).length === 0) return;
    await updateSettings.mutateAsync(settings);
    forgetEdits('call', agentId, settings);
  };
  const save = async () => {
    if (stored.isMissing) {
      onNotice(t('idMissing'), 'error');
      return;
    }
    setSaving(true);
    try {
      await send();
      onNotice(t('callSaved'), 'success');
      onSaved();
    } catch (thrown) {
      onNotice(t('saveFailed', { reason: saveReason(thrown) }), 'error');
    } finally {
      setSaving(false);
    }
  };
  return {
    values: shownValues(stored, edits, callDefaults),
    saved: { ...stored.settings, ...stored.agent },
    isLoaded: stored.agent !== undefined,
    edit: (changed) => editAgent('call', agentId, changed),
    unsavedCount: countCallChanges(stored, edits),
    isSaving,
    save,
  };
}
