/** A message of Azure's speech sockets: headers, an empty line, and a body. */
interface AzureMessage {
  /** In lower case: "turn.end", "audio". */
  path: string;
  requestId: string;
  /** Text of a text message, sound of a binary one. */
  text: string;
  bytes: Uint8Array;
}

/** Writes a text message. */
export function toAzureMessage(path: string, requestId: string, type: string, body: string): string {
  return `${headers(path, requestId, type)}\r\n${body}`;
}

/** Writes a binary message: the length of its headers in two bytes, the headers, the body. */
export function toAzureBytes(path: string, requestId: string, type: string, body: Uint8Array): Uint8Array {
  const head = new TextEncoder().encode(headers(path, requestId, type));
  const whole = new Uint8Array(2 + head.length + body.length);
  new DataView(whole.buffer).setUint16(0, head.length);
  whole.set(head, 2);
  whole.set(body, 2 + head.length);
  return whole;
}

/** Reads a message; undefined when it is none. */
export function readAzureMessage(message: string | Uint8Array): AzureMessage | undefined {
  if (typeof message === 'string') {
    const end = message.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    return { ...readHeaders(message.slice(0, end)), text: message.slice(end + 4), bytes: new Uint8Array() };
  }
  if (message.length < 2) return undefined;
  const length = new DataView(message.buffer, message.byteOffset, message.byteLength).getUint16(0);
  if (message.length < 2 + length) return undefined;
  const head = new TextDecoder().decode(message.subarray(2, 2 + length));
  return { ...readHeaders(head), text: '', bytes: message.subarray(2 + length) };
}

function headers(path: string, requestId: string, type: string): string {
  const time = new Date().toISOString();
  return `Path: ${path}\r\nX-RequestId: ${requestId}\r\nX-Timestamp: ${time}\r\nContent-Type: ${type}\r\n`;
}

function readHeaders(text: string): Pick<AzureMessage, 'path' | 'requestId'> {
  const found = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) found.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return {
    path: (found.get('path') ?? '').toLowerCase(),
    requestId: (found.get('x-requestid') ?? '').toLowerCase(),
  };
}
