import { useQuery } from '@tanstack/react-query';
import type { Voice, VoiceProviderId } from '@tendril/contract/voice/voice';
import { allVoiceProviders } from '@tendril/contract/voice/voice';
import { useMemo, useState } from 'react';
import { voicesQuery } from '../agent.queries.ts';
import { anyVoice, fittingVoices, type VoiceFilter } from './voice-filter.ts';

interface VoiceListOptions {
  chosenId: string | undefined;
  /** A fallback must come from another provider. */
  ownProvider: VoiceProviderId | undefined;
}

/** Tab, filters and the voices that fit them. */
export function useVoiceList({ chosenId, ownProvider }: VoiceListOptions) {
  const query = useQuery(voicesQuery);
  const [provider, setProvider] = useState(() => firstProvider(chosenId, ownProvider));
  const [filter, setFilter] = useState<VoiceFilter>(anyVoice);
  const [highlighted, setHighlighted] = useState(chosenId);
  const [shownId, setShownId] = useState(chosenId);
  const voices = query.data?.data;
  const fitting = useMemo(() => fittingVoices(voices ?? [], provider, filter), [voices, provider, filter]);
  const total = voices?.filter((voice) => voice.provider === provider).length ?? 0;

  return {
    query,
    voices,
    fitting,
    total,
    provider,
    filter,
    setFilter,
    highlighted,
    shownId,
    synthesizer: query.data?.synthesizers.find((synthesizer) => synthesizer.provider === provider),
    /** Another tab forgets what was chosen, here only. */
    changeProvider: (wanted: VoiceProviderId) => {
      setProvider(wanted);
      setHighlighted(undefined);
      setShownId(undefined);
    },
    /** Shows a voice regardless of the filters. */
    reveal: (voice: Voice) => {
      setFilter(anyVoice);
      setProvider(voice.provider);
      setShownId(voice.voice_id);
    },
  };
}

export type VoiceList = ReturnType<typeof useVoiceList>;

function firstProvider(chosenId = '', ownProvider?: VoiceProviderId): VoiceProviderId {
  const chosen = allVoiceProviders.find(({ prefix }) => chosenId.startsWith(prefix));
  const other = allVoiceProviders.find(({ id }) => id !== ownProvider);
  return chosen?.id ?? other?.id ?? 'elevenlabs';
}
