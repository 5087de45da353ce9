import { connect } from 'node:net';

/** What came back on a socket. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends bytes as they stand and reads until the server closes; status 0 where it closed without an answer. */
export function sendRaw(port: number, bytes: Buffer | string, limitMs: number): Promise<RawAnswer | 'late'> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const timer = setTimeout(() => {
      resolve('late');
      socket.destroy();
    }, limitMs);
    socket.on('data', (part) => parts.push(part));
    // A refusal may close before everything is sent.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(readAnswer(Buffer.concat(parts).toString('utf8')));
    });
  });
}

function readAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, Math.max(0, end)).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const rest = end < 0 ? '' : text.slice(end + 4);
  const body = headers['transfer-encoding'] === 'chunked' ? unchunked(rest) : rest;
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0), headers, body };
}

// Lengths are counted in bytes, which only matters for texts: the sizes are stripped, not trusted.
function unchunked(text: string): string {
  return text.replaceAll(/(?:^|\r\n)[0-9a-f]+\r\n/g, '');
}
