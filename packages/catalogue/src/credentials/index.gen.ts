// Written by tools/index-catalogue.ts: adding a file here is adding it to the catalogue.
export const credentialModules = {
  anthropicApi: () => import('./anthropic-api.ts'),
  googleGenerativeAI: () => import('./google-generative-ai.ts'),
  openAIApi: () => import('./open-ai-api.ts'),
} as const;
