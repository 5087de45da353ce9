import { useEffect, useState } from 'react';
import { notifyError } from '../../../kit/state/notifier-store.ts';
import { voiceCallTexts } from '../../../kit/texts/en/voice-calls.ts';
import { say, useTexts } from '../../../kit/texts/texts.ts';
import { SelectMenu } from '../../../kit/ui/select-menu.tsx';
import { keepChosenMicrophone, readChosenMicrophone } from './chosen-microphone.ts';
import { faultText } from './fault-text.ts';

/** Chooses the microphone during a call; shown once the browser reveals the device names. */
export function DevicePicker({ onChoose }: { onChoose: (deviceId: string) => Promise<void> }) {
  const t = useTexts(voiceCallTexts);
  const devices = useMicrophones();
  const [chosen, setChosen] = useState(readChosenMicrophone);
  if (devices.length === 0) return null;
  const choose = (deviceId: string) =>
    onChoose(deviceId).then(
      () => {
        setChosen(deviceId);
        keepChosenMicrophone(deviceId);
      },
      ({ name, message }: Error) => notifyError(new Error(faultText({ code: name, message }))),
    );
  return (
    <SelectMenu
      label={t('device')}
      options={[
        { value: '', label: t('defaultDevice') },
        ...devices.map(({ deviceId, label }) => ({ value: deviceId, label })),
      ]}
      value={devices.some(({ deviceId }) => deviceId === chosen) ? chosen : ''}
      onChange={(id) => void choose(id)}
    />
  );
}

/** The microphones of this machine, as they come and go. */
function useMicrophones(): readonly { deviceId: string; label: string }[] {
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([]);
  useEffect(() => {
    const { mediaDevices } = navigator;
    const look = () => {
      mediaDevices.enumerateDevices().then(setDevices, () => undefined);
    };
    look();
    mediaDevices.addEventListener('devicechange', look);
    return () => mediaDevices.removeEventListener('devicechange', look);
  }, []);
  return devices
    .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '' && deviceId !== 'default')
    .map(({ deviceId, label }, at) => ({
      deviceId,
      label: label || say(voiceCallTexts, 'namelessDevice', { at: at + 1 }),
    }));
}
