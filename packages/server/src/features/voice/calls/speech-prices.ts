/**
 * List prices of speech vendors in US dollars, as their public pages give them for pay-as-you-go; by the label under
 * which a call names its parts. A vendor whose price depends on a plan is left out: its part is reported as unknown.
 */
export const recognizerUsdPerMinute: Readonly<Record<string, number>> = {
  Deepgram: 0.0077,
  OpenAI: 0.003,
  AssemblyAI: 0.0025,
  Groq: 0.04 / 60,
};

/** Per character of what is spoken. */
export const synthesizerUsdPerCharacter: Readonly<Record<string, number>> = {
  Deepgram: 0.03 / 1000,
};
