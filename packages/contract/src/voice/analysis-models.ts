/** Models that analyse a finished call; the price is per call. */
export const analysisModels = [
  { id: 'gpt-4o-mini', label: 'GPT-4o Mini (Free)', usdPerSession: 0 },
  { id: 'gpt-4o', label: 'GPT-4o ($0.017/session)', usdPerSession: 0.017 },
] as const;

export type AnalysisModelId = (typeof analysisModels)[number]['id'];
