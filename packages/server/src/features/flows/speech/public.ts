// What other features and the composition may use of this one.
export { activeProvider } from './active-provider.ts';
export { createSpeech, isSpeaking } from './speak.ts';
export { speechRoutes } from './speech.routes.ts';
export { unreachable } from './speech-vendor.ts';
export { createTranscribe, type Transcribe } from './transcribe.ts';
export { type Transcript, transcribers } from './transcribers.ts';
