// Written by tools/index-catalogue.ts: adding a file here is adding it to the catalogue.
export const credentialModules = {
  anthropicApi: () => import('./anthropic-api.ts'),
  assemblyAIApi: () => import('./assembly-ai-api.ts'),
  azureCognitiveServices: () => import('./azure-cognitive-services.ts'),
  deepgramApi: () => import('./deepgram-api.ts'),
  elevenLabsApi: () => import('./eleven-labs-api.ts'),
  googleGenerativeAI: () => import('./google-generative-ai.ts'),
  googleOAuth2: () => import('./google-oauth2.ts'),
  groqApi: () => import('./groq-api.ts'),
  localAIApi: () => import('./local-ai-api.ts'),
  oAuth2Api: () => import('./oauth2-api.ts'),
  openAIApi: () => import('./open-ai-api.ts'),
  playHtApi: () => import('./play-ht-api.ts'),
  sipLogin: () => import('./sip-login.ts'),
  telnyxApi: () => import('./telnyx-api.ts'),
  twilioApi: () => import('./twilio-api.ts'),
} as const;
