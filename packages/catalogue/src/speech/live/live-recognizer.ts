import type { HearingLine, SpeechToText } from '@tendril/contract/provider/speech-to-text';
import type { LiveSpeechConnection } from '../speech-connection.ts';
import { LiveLine } from './live-line.ts';
import type { OpenProtocol } from './live-protocol.ts';

/** Recognition over a socket that stays open during the call. */
export function createLiveRecognizer(
  label: string,
  connection: LiveSpeechConnection,
  openProtocol: OpenProtocol,
): SpeechToText {
  return {
    label,
    isStandIn: false,
    async open(request): Promise<HearingLine> {
      const line = new LiveLine(connection, openProtocol(connection, request), request);
      try {
        await line.connect();
      } catch (error) {
        line.close();
        throw error;
      }
      return line;
    },
  };
}
