import type { SipMessage } from './sip-message.ts';

/** The bytes of a message; its length is stated as it is. */
export function writeMessage(message: SipMessage): Uint8Array {
  const first =
    message.kind === 'request'
      ? `${message.method} ${message.uri} SIP/2.0`
      : `SIP/2.0 ${message.status} ${message.reason}`;
  const headers = message.headers.copy().remove('content-length');
  headers.add('content-length', String(message.body.length));
  const head = `${oneLine(first)}\r\n${headers.write()}\r\n`;
  return Buffer.concat([Buffer.from(head), message.body]);
}

function oneLine(text: string): string {
  return text.replace(/[\r\n\0]+/g, ' ');
}
