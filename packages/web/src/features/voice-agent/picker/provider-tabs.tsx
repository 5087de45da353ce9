import {
  allVoiceProviders,
  type Voice,
  type VoiceProviderId,
  voiceProviders,
} from '@tendril/contract/voice/voice';
import { voicePickerTexts } from '../../../kit/texts/en/voice-picker.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { vendorIcons } from '../../../kit/theme/vendor-icons.tsx';
import { useTabKeys } from '../../../kit/ui/use-tab-keys.ts';
import styles from './voice-picker.module.css';

const always: readonly VoiceProviderId[] = voiceProviders.map(({ id }) => id);

interface ProviderTabsProps {
  voices: readonly Voice[] | undefined;
  provider: VoiceProviderId;
  onProvider: (provider: VoiceProviderId) => void;
}

/** The vendor's own mark; its name stands beside it. */
function VendorMark({ id }: { id: VoiceProviderId }) {
  const Icon = vendorIcons[id === 'play' ? 'playht' : id];
  return Icon ? <Icon size={16} aria-hidden /> : null;
}

/** The providers in a row, each with the number of its voices; those beyond the catalogue once they have any. */
export function ProviderTabs({ voices, provider, onProvider }: ProviderTabsProps) {
  const t = useTexts(voicePickerTexts);
  const shown = allVoiceProviders.filter(
    ({ id }) => always.includes(id) || id === provider || voices?.some((voice) => voice.provider === id),
  );
  const providerIds = shown.map(({ id }) => id);
  const { list, onKeyDown } = useTabKeys(providerIds, provider, onProvider);
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={t('providers')}
      className={styles['tabs']}
      onKeyDown={onKeyDown}
    >
      {shown.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`voice-tab-${id}`}
          aria-selected={id === provider}
          aria-controls="voice-panel"
          tabIndex={id === provider ? 0 : -1}
          onClick={() => id !== provider && onProvider(id)}
        >
          <VendorMark id={id} />
          {label}{' '}
          {voices && (
            <span className={styles['count']}>{voices.filter((voice) => voice.provider === id).length}</span>
          )}
        </button>
      ))}
    </div>
  );
}
