import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyError } from '../../../state/notifier-store.ts';
import { voiceCallTexts } from '../../../texts/en/voice-calls.ts';
import { useTexts } from '../../../texts/texts.ts';
import { SelectMenu } from '../../../ui/select-menu.tsx';

async function listMicrophones(): Promise<MediaDeviceInfo[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== 'default');
}

/** Chooses the microphone while the call goes on. */
export function DevicePicker({ onChoose }: { onChoose: (deviceId: string) => Promise<void> }) {
  const t = useTexts(voiceCallTexts);
  const { data: devices = [] } = useQuery({ queryKey: ['microphones'], queryFn: listMicrophones, gcTime: 0 });
  const [chosen, setChosen] = useState('');
  if (devices.length < 2) return null;
  const choose = (deviceId: string) =>
    onChoose(deviceId).then(
      () => setChosen(deviceId),
      (error: unknown) => notifyError(error),
    );
  return (
    <SelectMenu
      label={t('device')}
      options={[
        { value: '', label: t('defaultDevice') },
        ...devices.map(({ deviceId, label }) => ({ value: deviceId, label: label || deviceId.slice(0, 8) })),
      ]}
      value={chosen}
      onChange={(id) => void choose(id)}
    />
  );
}
