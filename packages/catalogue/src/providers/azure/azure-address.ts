/** The hosts of a region: "https://westeurope.api.cognitive.microsoft.com" hears at "stt", speaks at "tts". */
const regional = /^https:\/\/([a-z0-9-]{2,40})\.api\.cognitive\.microsoft\.com$/;

/** The address of one of a region's sockets; any other base is that of a server which speaks the protocol itself. */
export function azureSpeechAddress(baseUrl: string, kind: 'stt' | 'tts', path: string): string {
  const region = regional.exec(baseUrl)?.[1];
  const base = region ? `https://${region}.${kind}.speech.microsoft.com` : baseUrl;
  return `${base.replace(/^http/, 'ws')}${path}`;
}
