/** With what a vendor hears a call. */
interface Hearing {
  language: string;
  mode: 'fast' | 'accurate';
}

/**
 * List prices of recognition in US dollars a minute, for pay-as-you-go, by the label under which a call names its
 * parts; undefined where nobody here can know the price. They are taken from articles that quote the vendors' pages:
 *
 * - Deepgram, deepgram.com/pricing, as of August 2026: Nova-3 streaming in English 0.0048, multilingual 0.0058. What
 *   other languages alone cost is not listed by language.
 * - AssemblyAI, assemblyai.com/pricing, as of May 2026: Universal-Streaming 0.15 an hour, for English and multilingual.
 *   It bills as long as the socket is open, which is as long as the call.
 * - OpenAI, openai.com/api/pricing, as of September 2026: gpt-live-transcribe 0.017, and its own estimate for
 *   gpt-4o-transcribe, 0.006. What is sent is what is spoken, so this is the most that a call costs.
 *
 * Groq bills ten seconds at least for each thing that is said: minutes of call do not give its price.
 */
export function recognizerUsdPerMinute(
  vendor: string,
  { language, mode }: Partial<Hearing>,
): number | undefined {
  if (vendor === 'AssemblyAI') return 0.15 / 60;
  if (vendor === 'OpenAI') return mode && { fast: 0.017, accurate: 0.006 }[mode];
  if (vendor !== 'Deepgram') return undefined;
  if (language === 'multi') return 0.0058;
  return language?.startsWith('en') ? 0.0048 : undefined;
}

/** Per character of what is spoken. Deepgram, deepgram.com/pricing, as of May 2026: Aura-2, 0.03 for a thousand. */
export const synthesizerUsdPerCharacter: Readonly<Record<string, number>> = {
  Deepgram: 0.03 / 1000,
};
