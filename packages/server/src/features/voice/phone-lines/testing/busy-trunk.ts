import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';

interface Invited {
  to: string;
  /** Of the server that calls. */
  port: number;
}

/** A trunk at which everybody is busy. */
export async function startBusyTrunk(): Promise<{ socket: Socket; port: number; invited: Invited[] }> {
  const socket = createSocket('udp4');
  const invited: Invited[] = [];
  socket.on('message', (message, { address, port }: RemoteInfo) => {
    const [head = '', ...fields] = message.toString().split('\r\n');
    const to = /^INVITE sip:(\+\d+)@/.exec(head)?.[1];
    if (to === undefined) return;
    if (!invited.some((one) => one.to === to)) invited.push({ to, port });
    const kept = fields.filter((field) => /^(Via|From|Call-ID|CSeq):/i.test(field));
    const called = fields.find((field) => /^To:/i.test(field));
    const lines = ['SIP/2.0 486 Busy Here', ...kept, `${called};tag=busy`, 'Content-Length: 0', '', ''];
    socket.send(lines.join('\r\n'), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { socket, port: socket.address().port, invited };
}
