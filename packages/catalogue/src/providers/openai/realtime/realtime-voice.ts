const voices = ['alloy', 'ash', 'ballad', 'coral', 'echo', 'sage', 'shimmer', 'verse', 'marin', 'cedar'];

/** The voice of a realtime session for an agent's: the same where the vendor has it, else one of its gender. */
export function realtimeVoice(voiceId: string, gender: 'male' | 'female' | undefined): string {
  const name = voiceId.startsWith('openai-') ? voiceId.slice('openai-'.length).toLowerCase() : '';
  if (voices.includes(name)) return name;
  return gender === 'male' ? 'cedar' : 'marin';
}
