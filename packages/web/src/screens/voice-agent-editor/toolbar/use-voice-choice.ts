import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';
import { useUpdateVoiceAgent } from '../../../features/voice-agent/agent.queries.ts';
import { RequestError } from '../../../kit/api/request-error.ts';
import { serverMessage } from '../../../kit/api/server-message.ts';
import { toMessage } from '../../../kit/lib/to-message.ts';
import { enqueueSnackbar } from '../../../kit/state/notifier-store.ts';

interface VoiceChoice {
  /** What the chip shows: the voice that is being saved, else the saved one. */
  voiceId: string;
  choose: (voiceId: string) => void;
}

/**
 * Shows a chosen voice at once and saves exactly it; when that fails the saved one comes back under a notice that
 * stays.
 */
export function useVoiceChoice(agent: VoiceAgent): VoiceChoice {
  const save = useUpdateVoiceAgent(agent.id);
  return {
    voiceId: (save.isPending && save.variables.voiceId) || agent.voiceId,
    choose: (voiceId) =>
      save.mutate(
        { voiceId },
        {
          onError: (error) => enqueueSnackbar(whyNot(error), { variant: 'error', persist: true }),
        },
      ),
  };
}

/** The server's message, else the answer as it came, else what we know ourselves. */
function whyNot(error: unknown): string {
  const raw = error instanceof RequestError ? error.responseText.trim() : '';
  return serverMessage(error) || raw || toMessage(error);
}
