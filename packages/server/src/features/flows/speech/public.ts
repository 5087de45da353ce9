// What other features and the composition may use of this one.
export { activeProvider } from './active-provider.ts';
export { createSpeech, isSpeaking } from './speak.ts';
export { speechRoutes } from './speech.routes.ts';
export { createTranscribe, type Transcribe } from './transcribe.ts';
