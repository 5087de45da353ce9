const key = '(zero|one|two|three|four|five|six|seven|eight|nine|\\d|star|pound|hash)';

/** What automatic menus say, by base language; those of English count everywhere. */
const phrases: Readonly<Record<string, readonly RegExp[]>> = {
  en: [
    new RegExp(`\\b(press|dial|push|enter|say or press) ${key}\\b`),
    /\blisten carefully\b.{0,40}\b(menu|options) (have|has) changed\b/,
    /\b(choose|select) from the following\b/,
    /\benter your .{1,40}\bfollowed by the (pound|hash)\b/,
    /\bfor [^,]{1,40}, ?press\b/,
  ],
  es: [
    /\b(presione|oprima|marque|pulse) (el |la )?(cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|\d)\b/,
  ],
  de: [/\b(drücken|wählen) sie (bitte )?(die )?(null|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|\d)\b/],
  fr: [/\b(appuyez sur|tapez|composez) (le |la )?(zéro|un|deux|trois|quatre|cinq|six|sept|huit|neuf|\d)\b/],
  it: [/\b(prema|premere|digiti|digitare) (il )?(zero|uno|due|tre|quattro|cinque|sei|sette|otto|nove|\d)\b/],
  pt: [/\b(pressione|digite|tecle|disque) (o )?(zero|um|dois|três|quatro|cinco|seis|sete|oito|nove|\d)\b/],
  nl: [/\b(toets|druk op|kies) (een )?(nul|één|een|twee|drie|vier|vijf|zes|zeven|acht|negen|\d)\b/],
};

/** Whether these are words of a menu that asks for keys. */
export function isAutomaticMenu(text: string, language: string): boolean {
  const plain = text.toLowerCase();
  const base = language.slice(0, 2).toLowerCase();
  const own = base === 'en' ? [] : (phrases[base] ?? []);
  return [...own, ...(phrases['en'] ?? [])].some((phrase) => phrase.test(plain));
}
