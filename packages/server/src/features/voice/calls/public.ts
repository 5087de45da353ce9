// What other features and the composition may use of this one.
export { detectsVoicemail } from './call-config.ts';
export { callFunctions } from './call-functions.ts';
export type { CallHook } from './call-hooks.ts';
export { type CallLimits, createCallLimits } from './call-limits.ts';
export { callRoutes } from './calls.routes.ts';
export { type Calls, createCalls } from './calls.ts';
export { createFunctionTests } from './function-tests.ts';
export { ledLines } from './led-lines.ts';
export type { CallLine, LiveCall, ToolMock, ToolMocks } from './live-call.ts';
export { createMediaProcess, type MediaProcess } from './media/media-process.ts';
export { createResponders } from './open-responder.ts';
export type { SpeechProvider } from './open-speech.ts';
export { recordingRoutes } from './recordings.routes.ts';
export { createRecordings, type Recordings } from './recordings.ts';
export type { FoundCall } from './search-calls.ts';
export type { CallPlace, CallSearch, ColumnTest } from './searched-calls.store.ts';
export { createVoiceModelProvider, type VoiceModelProvider } from './voice-model-provider.ts';
export type { VoiceModels } from './voice-models.ts';
