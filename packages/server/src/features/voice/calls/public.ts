// What other features and the composition may use of this one.
export { callFunctions } from './call-functions.ts';
export type { CallHook } from './call-hooks.ts';
export { callRoutes } from './calls.routes.ts';
export { type Calls, createCalls } from './calls.ts';
export { createFunctionTests } from './function-tests.ts';
export { createResponders } from './open-responder.ts';
export type { SpeechProvider } from './open-speech.ts';
export { recordingRoutes } from './recordings.routes.ts';
export { createRecordings } from './recordings.ts';
export { createVoiceModelProvider, type VoiceModelProvider } from './voice-model-provider.ts';
export type { VoiceModels } from './voice-models.ts';
