import type { DisconnectionReason } from '@tendril/contract/call-event';
import type { CallNotice } from '@tendril/contract/voice/call-socket';
import type { ServerSocket } from '../../../../platform/http/web-sockets.ts';
import { SocketLine } from '../socket-line.ts';
import type { OpenMediaLine } from './media-line.ts';

/** The line of a page. */
export function pageLine(socket: ServerSocket): OpenMediaLine {
  return ({ link, hangUp, onClosed }) => {
    let resumeToken: string | undefined;
    /** The session learns the reason first: the line that ends with this has none. */
    const leave = (how: 'closed' | 'lost', reason: DisconnectionReason) => {
      hangUp(reason);
      link.note(how);
      onClosed();
    };
    const line = new SocketLine(socket, 'audio', {
      onCommand: (command) => link.note('command', command),
      onClosed: () => leave('closed', 'user_hangup'),
      onLost: () => leave('lost', 'error_connection_lost'),
      resumeToken: () => resumeToken ?? '',
    });
    return {
      transport: line.transport,
      handlers: {
        notify(_signal, notice: CallNotice, token: string | undefined) {
          resumeToken = token;
          line.notify(notice);
        },
      },
      get isConnected() {
        return line.hasSocket;
      },
      end: () => line.end(),
      resume: (again) => line.resume(again),
    };
  };
}
