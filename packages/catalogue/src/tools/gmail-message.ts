import { asRecord } from './as-record.ts';
import type { ActionArgs } from './service-action.ts';

const shownHeaders = ['From', 'To', 'Cc', 'Subject', 'Date'];

/** A line break would begin another header. */
const oneLine = (value: unknown) => String(value).replace(/[\r\n]+/g, ' ');

function headerLine(name: string, value: unknown): string[] {
  if (value === undefined) return [];
  const text = oneLine(value);
  const isPlain = /^[\x20-\x7e]*$/.test(text);
  return [`${name}: ${isPlain ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`}`];
}

/** A message as Gmail takes it. */
export function toRawMessage({ to, cc, bcc, subject, body }: ActionArgs): { raw: string } {
  const lines = [
    ...headerLine('To', to),
    ...headerLine('Cc', cc),
    ...headerLine('Bcc', bcc),
    ...headerLine('Subject', subject),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=UTF-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(String(body ?? '')).toString('base64'),
  ];
  return { raw: Buffer.from(lines.join('\r\n')).toString('base64url') };
}

/** The first part of a message that is plain text. */
function textOf(part: Readonly<Record<string, unknown>>): string {
  const data = asRecord(part['body'])['data'];
  if (part['mimeType'] === 'text/plain' && typeof data === 'string')
    return Buffer.from(data, 'base64url').toString();
  const parts = Array.isArray(part['parts']) ? part['parts'] : [];
  return parts.map((one) => textOf(asRecord(one))).find(Boolean) ?? '';
}

/** What a person would see of a message of Gmail. */
export function readMessage(answer: unknown): Record<string, unknown> {
  const { id, threadId, labelIds, snippet, payload } = asRecord(answer);
  const headers = asRecord(payload)['headers'];
  const named = (Array.isArray(headers) ? headers : [])
    .map(asRecord)
    .filter(({ name }) => shownHeaders.includes(String(name)))
    .map(({ name, value }) => [String(name).toLowerCase(), value] as const);
  return { id, threadId, labelIds, ...Object.fromEntries(named), text: textOf(asRecord(payload)) || snippet };
}
