/** Vendors of speech recognition, the fastest first. */
export const recognizerVendors = ['deepgram', 'openai'] as const;
export type RecognizerVendor = (typeof recognizerVendors)[number];
