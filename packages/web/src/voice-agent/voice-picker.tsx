import type { Voice } from '@tendril/contract/voice/voice';

export interface VoicePickerProps {
  /** `fallback` adds a voice of another provider to the agent's fallbacks (SP-80). */
  mode: 'voice' | 'fallback';
  /** Highlighted at first. */
  chosenId?: string;
  /** In fallback mode, voices of this provider are refused. */
  ownProvider?: Voice['provider'];
  onChoose: (voice: Voice) => void;
  onClose: () => void;
}

/** The dialog "Select Voice" (VPICK-01 to -19); mounted while it is open. */
export function VoicePicker({ onClose }: VoicePickerProps) {
  return <button type="button" onClick={onClose} />;
}
