import { SipHeaders } from './sip-headers.ts';
import { noBody, readCSeq, type SipMessage } from './sip-message.ts';
import { parseVia } from './via.ts';

/** As long as a datagram may be; a message over a stream has no reason to be longer. */
export const maxMessageBytes = 65_535;
const maxLines = 256;
const maxLineLength = 8192;

const [carriageReturn, lineFeed] = [13, 10];
const token = /^[A-Za-z0-9\-.!%*_+`'~]+$/;
/** In every message exactly once: a second one is a message that two readers understand differently. */
const single = ['from', 'to', 'call-id', 'cseq'] as const;
const atMostOnce = [
  'content-length',
  'content-type',
  'max-forwards',
  'expires',
  'refer-to',
  'session-expires',
];

/** Where the headers of a message end: the place after its empty line; undefined when it has none yet. */
export function endOfHead(bytes: Uint8Array, from = 0): number | undefined {
  for (let at = bytes.indexOf(lineFeed, from); at >= 0; at = bytes.indexOf(lineFeed, at + 1))
    if (bytes[at - 1] === carriageReturn && bytes[at + 1] === carriageReturn && bytes[at + 2] === lineFeed)
      return at + 3;
  return undefined;
}

/** Reads a message; undefined when it is none, whatever is wrong with it. Never throws. */
export function parseMessage(given: Uint8Array): SipMessage | undefined {
  if (given.length > maxMessageBytes) return undefined;
  const bytes = withoutBlankLines(given);
  const end = endOfHead(bytes);
  if (end === undefined) return undefined;
  const [first, ...lines] = linesOf(bytes.subarray(0, end - 4)) ?? [];
  const headers = readHeaders(lines);
  if (first === undefined || !headers) return undefined;
  const body = readBody(bytes.subarray(end), headers);
  if (!body) return undefined;
  return readFirstLine(first, headers, body);
}

function withoutBlankLines(bytes: Uint8Array): Uint8Array {
  let at = 0;
  while (bytes[at] === carriageReturn && bytes[at + 1] === lineFeed) at += 2;
  return bytes.subarray(at);
}

/** The lines of a head, with those that go on in the next line put together. */
function linesOf(head: Uint8Array): string[] | undefined {
  const text = new TextDecoder('utf-8').decode(head);
  // A lone line break or a zero would end the line for some readers only.
  if (/[^\r]\n|\r(?!\n)|(?![\t\r\n])\p{Cc}/u.test(text)) return undefined;
  const raw = text.split('\r\n', maxLines + 1);
  if (raw.length > maxLines) return undefined;
  const lines: string[][] = [];
  for (const line of raw) {
    if (line.length > maxLineLength) return undefined;
    const before = lines.at(-1);
    if (!/^[ \t]/.test(line)) lines.push([line]);
    else if (before) before.push(line.trim());
    else return undefined;
  }
  return lines.map((parts) => parts.join(' '));
}

function readHeaders(lines: readonly string[]): SipHeaders | undefined {
  const headers = new SipHeaders();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trimEnd();
    if (!token.test(name)) return undefined;
    headers.add(name, line.slice(colon + 1).trim());
  }
  if (single.some((name) => headers.all(name).length !== 1 || headers.get(name) === '')) return undefined;
  if (atMostOnce.some((name) => headers.all(name).length > 1)) return undefined;
  const { number, method } = readCSeq({ headers });
  const isCounted = /^\d{1,10}\s+\S+$/.test(headers.get('cseq') ?? '') && number < 2 ** 31;
  if (!isCounted || !token.test(method)) return undefined;
  const [via] = headers.list('via');
  return via !== undefined && parseVia(via) ? headers : undefined;
}

/** The body is as long as its header says; what a datagram has behind it is no part of it. */
function readBody(rest: Uint8Array, headers: SipHeaders): Uint8Array | undefined {
  const stated = headers.get('content-length');
  if (stated === undefined) return rest.length === 0 ? noBody : rest.slice();
  if (!/^\d{1,6}$/.test(stated) || Number(stated) > rest.length) return undefined;
  return rest.slice(0, Number(stated));
}

function readFirstLine(line: string, headers: SipHeaders, body: Uint8Array): SipMessage | undefined {
  const [, status, reason = ''] = /^SIP\/2\.0 ([1-6]\d\d) ?(.*)$/i.exec(line) ?? [];
  if (status !== undefined) return { kind: 'response', status: Number(status), reason, headers, body };
  const [, method = '', uri = ''] = /^(\S+) (\S+) SIP\/2\.0$/i.exec(line) ?? [];
  if (!token.test(method) || uri === '') return undefined;
  if (readCSeq({ headers }).method !== method) return undefined;
  return { kind: 'request', method, uri, headers, body };
}
