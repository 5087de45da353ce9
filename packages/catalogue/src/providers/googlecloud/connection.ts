export const googleVoicesUrl = 'https://texttospeech.googleapis.com';
const googleHearingUrl = 'https://speech.googleapis.com';

/** Google synthesizes and recognizes speech under two hosts; a server of one's own does both. */
export function googleHearingBase(baseUrl: string): string {
  return baseUrl === googleVoicesUrl ? googleHearingUrl : baseUrl;
}
