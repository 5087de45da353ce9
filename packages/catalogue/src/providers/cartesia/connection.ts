import type { SpeechConnection } from '../../speech/speech-connection.ts';

export const cartesiaUrl = 'https://api.cartesia.ai';

/** The version of the vendor's interface that is spoken here. */
const version = '2025-04-16';

export function cartesiaHeaders({ key }: Pick<SpeechConnection, 'key'>): Record<string, string> {
  return { 'x-api-key': key, 'cartesia-version': version };
}
