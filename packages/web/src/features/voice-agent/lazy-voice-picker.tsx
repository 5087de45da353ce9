import { lazy, Suspense } from 'react';
import type { VoicePickerProps } from './voice-picker.tsx';

const VoicePicker = lazy(() =>
  import('./voice-picker.tsx').then((module) => ({ default: module.VoicePicker })),
);

/** The dialog "Select Voice", fetched when it is first opened. */
export function LazyVoicePicker(props: VoicePickerProps) {
  return (
    <Suspense>
      <VoicePicker {...props} />
    </Suspense>
  );
}
