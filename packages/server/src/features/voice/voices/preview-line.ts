import type { Voice } from '@tendril/contract/voice/voice';

/** The text of a voice's preview, and its language. */
interface PreviewLine {
  text: string;
  language: string;
}

const foreign: Partial<Record<Voice['accent'], (name: string) => PreviewLine>> = {
  Spanish: (name) => ({ text: `Hola, soy ${name}. ¿En qué puedo ayudarle hoy?`, language: 'es-ES' }),
  Mexican: (name) => ({ text: `Hola, soy ${name}. ¿En qué le puedo ayudar?`, language: 'es-419' }),
  German: (name) => ({ text: `Guten Tag, hier ist ${name}. Wie kann ich Ihnen helfen?`, language: 'de-DE' }),
  French: (name) => ({ text: `Bonjour, ici ${name}. Comment puis-je vous aider ?`, language: 'fr-FR' }),
};

/** A greeting on the phone. Voices of Deepgram speak the language of their accent, all others English with it. */
export function previewLine(
  { voice_name, provider, accent }: Pick<Voice, 'voice_name' | 'provider' | 'accent'>,
  isStandIn: boolean,
): PreviewLine {
  const own = provider === 'deepgram' && !isStandIn ? foreign[accent] : undefined;
  if (own) return own(voice_name);
  const text = `Hello, this is ${voice_name}. Thank you for calling. What can I do for you today?`;
  return { text, language: 'en-US' };
}
