const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const plain = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '');
const respond = (verbs: string) => `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs}</Response>`;

/** Connects a call to our media socket; the token is a parameter, since its address may have no query. */
export function connectMarkup(url: string, token: string): string {
  return respond(
    `<Connect><Stream url="${plain(url)}"><Parameter name="token" value="${plain(token)}"/></Stream></Connect>`,
  );
}

/** Connects a call to another number. */
export function dialMarkup(number: string, callerId: string | undefined, ringMs = 30_000): string {
  const shown = callerId === undefined ? '' : ` callerId="${plain(callerId)}"`;
  const timeout = ` timeout="${Math.round(ringMs / 1000)}"`;
  return respond(`<Dial${shown}${timeout}><Number>${plain(number)}</Number></Dial>`);
}

/** What Twilio speaks; in another language its usual voice reads the words as they are. */
const spoken = new Set(
  'da-DK de-DE en-AU en-GB en-IN en-US es-ES fi-FI fr-FR it-IT ja-JP ko-KR nl-NL pl-PL pt-BR pt-PT ru-RU sv-SE zh-CN'.split(
    ' ',
  ),
);
const nearest: Readonly<Record<string, string>> = { 'en-NZ': 'en-AU', 'es-419': 'es-MX', 'no-NO': 'nb-NO' };

function languageOf(code: string): string {
  const language = nearest[code] ?? (spoken.has(code) ? code : undefined);
  return language === undefined ? '' : ` language="${language}"`;
}

interface Room {
  room: string;
  /** Said before. */
  words?: { text: string; language: string };
  /** Asked when somebody has entered. */
  joinUrl?: string;
}

/** Puts a call into a room with another one, which both leave together. */
export function roomMarkup({ room, words, joinUrl }: Room): string {
  const said = words === undefined ? '' : `<Say${languageOf(words.language)}>${plain(words.text)}</Say>`;
  const news = joinUrl === undefined ? '' : ` statusCallback="${plain(joinUrl)}" statusCallbackEvent="join"`;
  return respond(
    `${said}<Dial><Conference beep="false" endConferenceOnExit="true"${news}>${plain(room)}</Conference></Dial>`,
  );
}

/** Does not take a call, which is then not charged. */
export const rejectMarkup = respond('<Reject reason="rejected"/>');
