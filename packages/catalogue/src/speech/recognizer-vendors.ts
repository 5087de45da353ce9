/** Vendors of speech recognition: first those that hear while somebody speaks, the fastest first. */
export const recognizerVendors = ['deepgram', 'assemblyai', 'elevenlabs', 'openai', 'groq'] as const;
export type RecognizerVendor = (typeof recognizerVendors)[number];
