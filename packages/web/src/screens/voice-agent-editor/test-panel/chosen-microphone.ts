const key = 'voiceTestMicrophone';

/** The microphone that was chosen last in this browser; empty for the browser's own choice. */
export function readChosenMicrophone(): string {
  return localStorage.getItem(key) ?? '';
}

export function keepChosenMicrophone(deviceId: string): void {
  localStorage.setItem(key, deviceId);
}
