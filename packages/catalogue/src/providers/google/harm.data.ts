/** Gemini's harm categories. */
export const harmCategories = [
  { name: 'HARM_CATEGORY_DANGEROUS_CONTENT', label: 'Dangerous' },
  { name: 'HARM_CATEGORY_HARASSMENT', label: 'Harassment' },
  { name: 'HARM_CATEGORY_HATE_SPEECH', label: 'Hate Speech' },
  { name: 'HARM_CATEGORY_SEXUALLY_EXPLICIT', label: 'Sexually Explicit' },
  { name: 'HARM_CATEGORY_CIVIC_INTEGRITY', label: 'Civic Integrity' },
] as const;

/** Gemini's blocking thresholds. */
export const harmThresholds = [
  { name: 'BLOCK_LOW_AND_ABOVE', label: 'Low and Above' },
  { name: 'BLOCK_MEDIUM_AND_ABOVE', label: 'Medium and Above' },
  { name: 'BLOCK_NONE', label: 'None' },
  { name: 'BLOCK_ONLY_HIGH', label: 'Only High' },
  { name: 'HARM_BLOCK_THRESHOLD_UNSPECIFIED', label: 'Threshold Unspecified' },
] as const;
