import { ambientVolumeRange, reminderDefaults, speechRanges } from '@tendril/contract/voice/speech-ranges';
import type { AgentEdits } from './agent-edits-store.ts';
import { changedValues, type StoredAgent } from './edited-values.ts';

/** The five that the panel sends with the agent. */
const agentKeys = ['voiceSpeed', 'volume', 'responsiveness', 'interruptionSensitivity', 'sttMode'] as const;

/** The others have a request of their own. */
const settingsKeys = ['reminderTriggerMs', 'reminderMaxCount', 'ambientSound', 'ambientSoundVolume'] as const;

/** The defaults shown for an agent without saved values. */
export const speechDefaults = {
  voiceSpeed: speechRanges.voiceSpeed.default as number,
  volume: speechRanges.volume.default as number,
  responsiveness: speechRanges.responsiveness.default as number,
  interruptionSensitivity: speechRanges.interruptionSensitivity.default as number,
  sttMode: 'fast' as 'fast' | 'accurate',
  reminderTriggerMs: reminderDefaults.triggerMs as number,
  reminderMaxCount: reminderDefaults.maxCount as number,
  ambientSound: null as NonNullable<AgentEdits['ambientSound']> | null,
  ambientSoundVolume: ambientVolumeRange.default as number,
};
export type SpeechValues = typeof speechDefaults;

/** What a save sends: fields that were moved, and no other. */
export function speechChanges(stored: StoredAgent, edits: AgentEdits) {
  return {
    agent: changedValues(stored, edits, speechDefaults, agentKeys),
    settings: changedValues(stored, edits, speechDefaults, settingsKeys),
  };
}
