/** A language that an agent may speak; `code` is stored, `label` is shown in the language's own words. */
interface VoiceLanguage {
  code: string;
  label: string;
}

/** The languages in display order. */
export const voiceLanguages = [
  { code: 'en-US', label: 'English (US)' },
  { code: 'multi', label: 'Multilingual' },
  { code: 'es-ES', label: 'Español (España)' },
  { code: 'es-419', label: 'Español (Latinoamérica)' },
  { code: 'en-IN', label: 'English (India)' },
  { code: 'en-GB', label: 'English (UK)' },
  { code: 'en-AU', label: 'English (Australia)' },
  { code: 'en-NZ', label: 'English (New Zealand)' },
  { code: 'fr-FR', label: 'Français' },
  { code: 'de-DE', label: 'Deutsch' },
  { code: 'zh-CN', label: '中文' },
  { code: 'hi-IN', label: 'हिन्दी' },
  { code: 'ja-JP', label: '日本語' },
  { code: 'pt-PT', label: 'Português (Portugal)' },
  { code: 'pt-BR', label: 'Português (Brasil)' },
  { code: 'ru-RU', label: 'Русский' },
  { code: 'it-IT', label: 'Italiano' },
  { code: 'ko-KR', label: '한국어' },
  { code: 'nl-NL', label: 'Nederlands' },
  { code: 'pl-PL', label: 'Polski' },
  { code: 'tr-TR', label: 'Türkçe' },
  { code: 'vi-VN', label: 'Tiếng Việt' },
  { code: 'ro-RO', label: 'Română' },
  { code: 'da-DK', label: 'Dansk' },
  { code: 'fi-FI', label: 'Suomi' },
  { code: 'el-GR', label: 'Ελληνικά' },
  { code: 'id-ID', label: 'Bahasa Indonesia' },
  { code: 'no-NO', label: 'Norsk' },
  { code: 'sk-SK', label: 'Slovenčina' },
  { code: 'sv-SE', label: 'Svenska' },
  { code: 'bg-BG', label: 'Български' },
  { code: 'hu-HU', label: 'Magyar' },
  { code: 'ms-MY', label: 'Bahasa Melayu' },
] as const satisfies readonly VoiceLanguage[];

type LanguageCode = (typeof voiceLanguages)[number]['code'];

/** The language of a new agent. */
export const defaultLanguage: LanguageCode = 'en-US';

export const languageCodes = voiceLanguages.map(({ code }) => code) as [LanguageCode, ...LanguageCode[]];
