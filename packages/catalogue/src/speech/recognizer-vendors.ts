/** Vendors that understand speech, the quickest first. */
export const recognizerVendors = ['deepgram', 'openai'] as const;
export type RecognizerVendor = (typeof recognizerVendors)[number];
