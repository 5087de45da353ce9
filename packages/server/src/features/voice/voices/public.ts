// What other features and the composition may use of this one.

export { receiveRecordings } from './library-voices.ts';
export { voiceRoutes } from './voices.routes.ts';
export { createVoices, type VoiceService } from './voices.ts';
