import type { ServerSocket } from '../../../../platform/http/web-sockets.ts';
import type { CarrierStream } from '../sound/carrier-sound.ts';
import { openCarrierSound } from '../sound/open-carrier-sound.ts';
import type { OpenMediaLine } from './media-line.ts';
import type { LineAbilities } from './media-message.ts';
import { soundTransport } from './sound-transport.ts';

/** The line of a carrier's media stream; whom it belongs to the server has checked. */
export function streamLine(socket: ServerSocket, stream: CarrierStream & LineAbilities): OpenMediaLine {
  return ({ link, press, hangUp, onClosed }) => {
    const sound = openCarrierSound(socket, stream, {
      onDigit: press,
      onOver: (why) => link.note('over', why),
      onClosed,
    });
    return {
      transport: soundTransport({ ...stream, sound, link, hangUp }),
      handlers: { 'close-sound': () => sound.close() },
      get isConnected() {
        return socket.readyState !== socket.CLOSED;
      },
      end: () => sound.close(),
    };
  };
}
