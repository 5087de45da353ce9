/** Vendors that understand speech, the quickest first. */
export const earVendors = ['deepgram', 'openai'] as const;
export type EarVendor = (typeof earVendors)[number];
