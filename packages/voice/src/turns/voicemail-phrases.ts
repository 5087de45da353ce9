/** What greetings of mailboxes say, by base language; those of English count everywhere. */
const phrases: Readonly<Record<string, readonly RegExp[]>> = {
  en: [
    /\bleave (me |us )?(a|your) (\w+ )?(message|name)\b/,
    /\b(after|at) the (tone|beep)\b/,
    /\b(record|leave) your message\b/,
    /\b(is|am|are|'m|'re) (not |un)available\b.*\b(message|tone|mail)\b/,
    /\b(you('ve| have) reached the )?voice ?mail(box)?\b/,
    /\bforwarded to (an automated|the)? ?voice/,
    /\bmailbox is full\b/,
    /\bcan('t|not| not) (take|answer|come to) (your call|the phone)\b/,
  ],
  es: [/\bdeje (su|un) mensaje\b/, /\bdespués (de la señal|del tono)\b/, /\bbuzón de voz\b/],
  de: [/\bnach dem (signal|piep|ton)/, /\bhinterlassen sie\b/, /\bmailbox\b/, /\banrufbeantworter\b/],
  fr: [/\blaissez(-moi)? (un|votre) message\b/, /\baprès le (bip|signal)/, /\bmessagerie vocale\b/],
  it: [/\blasciate un messaggio\b/, /\bdopo il segnale\b/, /\bsegreteria telefonica\b/],
  pt: [
    /\bdeixe (a sua|sua|uma) mensagem\b/,
    /\b(após|depois d)o sinal\b/,
    /\b(caixa|correio) (de voz|postal)/,
  ],
  nl: [/\bspreek .*\bin na de (piep|toon)/, /\blaat een bericht achter\b/, /\bvoicemail\b/],
};

/** Whether these are words of a mailbox. */
export function isMailboxGreeting(text: string, language: string): boolean {
  const plain = text.toLowerCase().replaceAll('’', "'");
  const base = language.slice(0, 2).toLowerCase();
  const own = base === 'en' ? [] : (phrases[base] ?? []);
  return [...own, ...(phrases['en'] ?? [])].some((phrase) => phrase.test(plain));
}
