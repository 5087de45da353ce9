// What other features and the composition may use of this one.
export { type RetellCall, toRetellCall } from './to-retell-call.ts';
export { voiceWebhookRoutes } from './voice-webhooks.routes.ts';
export { createVoiceWebhooks, type VoiceWebhooks } from './voice-webhooks.ts';
