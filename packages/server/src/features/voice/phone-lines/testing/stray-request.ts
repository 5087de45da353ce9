import { createSocket } from 'node:dgram';
import { once } from 'node:events';

interface StrayRequest {
  port: number;
  method: 'INVITE' | 'UPDATE' | 'INFO' | 'BYE' | 'NOTIFY';
  callId: string;
}

/** Sends a request within a call that the server knows nothing of, as its other side would; returns the status. */
export async function askWithinLostCall({ port, method, callId }: StrayRequest): Promise<number> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const own = `127.0.0.1:${socket.address().port}`;
  const lines = [
    `${method} sip:agent@127.0.0.1:${port} SIP/2.0`,
    `Via: SIP/2.0/UDP ${own};branch=z9hG4bK${method}${Date.now()};rport`,
    `From: <sip:+12025550199@${own}>;tag=theirs`,
    `To: <sip:agent@127.0.0.1:${port}>;tag=ours`,
    `Call-ID: ${callId}`,
    `CSeq: 17 ${method}`,
    `Contact: <sip:+12025550199@${own}>`,
    'Max-Forwards: 70',
    'Content-Length: 0',
  ];
  const answered = once(socket, 'message');
  socket.send(`${lines.join('\r\n')}\r\n\r\n`, port, '127.0.0.1');
  const [answer] = (await answered) as [Buffer];
  socket.close();
  return Number(/^SIP\/2\.0 (\d{3})/.exec(answer.toString())?.[1]);
}
