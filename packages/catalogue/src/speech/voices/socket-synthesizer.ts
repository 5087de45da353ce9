import type { TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import { pcmPieces } from '../pcm-pieces.ts';
import type { LiveSpeechConnection } from '../speech-connection.ts';
import { VoiceSocket } from './voice-socket.ts';
import type { VoiceSocketProtocol } from './voice-socket-protocol.ts';

/** A voice of a vendor over a socket that stays open during the call. */
export function createSocketSynthesizer(
  connection: LiveSpeechConnection,
  openProtocol: (signal: AbortSignal) => Promise<VoiceSocketProtocol>,
  vendor: string,
): TextToSpeech {
  let socket: VoiceSocket | undefined;
  let protocol: VoiceSocketProtocol | undefined;
  return {
    label: vendor,
    isStandIn: false,
    async *speak(request) {
      if (request.text.trim() === '') return;
      protocol ??= await openProtocol(request.signal);
      socket ??= new VoiceSocket(connection, protocol);
      const sampleRate = protocol.rateFor(request.sampleRate);
      yield* pcmPieces(vendor, socket.speak(request, sampleRate), sampleRate, request.sampleRate);
    },
    close: () => socket?.close(),
  };
}
