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

interface Room {
  room: string;
  /** Said before. */
  words?: string;
  /** Asked when somebody has entered. */
  joinUrl?: string;
}

/** Puts a call into a room with another one, which both leave together. */
export function roomMarkup({ room, words, joinUrl }: Room): string {
  const said = words === undefined ? '' : `<Say>${plain(words)}</Say>`;
  const news = joinUrl === undefined ? '' : ` statusCallback="${plain(joinUrl)}" statusCallbackEvent="join"`;
  return respond(
    `${said}<Dial><Conference beep="false" endConferenceOnExit="true"${news}>${plain(room)}</Conference></Dial>`,
  );
}

/** Does not take a call, which is then not charged. */
export const rejectMarkup = respond('<Reject reason="rejected"/>');
