import type { Block } from '@tendril/contract/provider/block';
import type { Address, Attachment, Email } from 'postal-mime';
import type { BlockPiece } from './block-piece.ts';
import { cutPieces } from './cut-pieces.ts';
import { htmlBlocks } from './html-blocks.ts';
import { textBlocks } from './text-blocks.ts';

const mostAttachments = 50;

/** Reads the blocks of an attachment as of any other file. */
type ReadAttachment = (name: string, bytes: Buffer, isInline: boolean) => AsyncGenerator<BlockPiece>;

const nameOf = ({ name, address = '' }: Address) => (name ? `${name} <${address}>` : address);
const namesOf = (addresses: readonly Address[] = []) => addresses.map(nameOf).join(', ');

/** Who wrote what to whom, and the text; earlier messages that are quoted in it stay. */
function messageBlocks(mail: Email, anchor: string): Block[] {
  const place = { anchor };
  const subject = mail.subject?.trim() || '(no subject)';
  const head = [
    mail.from && `From: ${nameOf(mail.from)}`,
    mail.to && `To: ${namesOf(mail.to)}`,
    mail.cc && mail.cc.length > 0 && `Cc: ${namesOf(mail.cc)}`,
    mail.date && `Date: ${mail.date}`,
  ].filter(Boolean);
  const body = mail.html
    ? htmlBlocks(mail.html, { place })
    : [...textBlocks(mail.text ?? '')].map((block) => ({ ...block, place }));
  return [
    { kind: 'heading', level: 1, text: subject, place },
    ...(head.length > 0 ? [{ kind: 'text' as const, text: head.join('\n'), place }] : []),
    ...body,
  ];
}

const bytesOf = ({ content }: Attachment) =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);

/** Of parts that have no name: a message in a message, a picture that was pasted. */
function endingOfType(type: string): string {
  if (type === 'message/rfc822') return 'eml';
  const [, kind, ending = ''] = /^(image|audio)\/(?:x-)?(\w+)$/.exec(type) ?? [];
  return kind === undefined ? 'txt' : ending === 'mpeg' ? 'mp3' : ending;
}

/** A part that cannot be read is named; the rest goes on. */
async function* attachmentBlocks(
  mail: Email,
  anchor: string,
  read: ReadAttachment,
): AsyncGenerator<BlockPiece> {
  for (const [index, file] of mail.attachments.slice(0, mostAttachments).entries()) {
    const name = file.filename || `attachment ${index + 1}.${endingOfType(file.mimeType)}`;
    const path = [mail.subject?.trim() || '(no subject)', name];
    try {
      for await (const piece of read(
        name,
        bytesOf(file),
        file.disposition === 'inline' || file.related === true,
      ))
        yield {
          ...piece,
          within: piece.within ?? { name, path, anchor: `${anchor}${name}` },
          blocks: piece.blocks.map((block) => ({
            ...block,
            path: [...path, ...(block.path ?? [])],
            place: { ...block.place, anchor: `${anchor}${name}` },
          })),
        };
    } catch (error) {
      const problem = `attachment "${name}": ${(error as Error).message.slice(0, 200)}`;
      yield { blocks: [], number: index + 1, total: mail.attachments.length, problem };
    }
  }
}

/** A message with its attachments. */
export async function* readEmailBlocks(
  bytes: Buffer,
  read: ReadAttachment,
  anchor = '',
): AsyncGenerator<BlockPiece> {
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: 20 });
  if (!mail.from && !mail.subject && !mail.date && mail.attachments.length === 0)
    throw new Error('it is no message');
  yield* cutPieces(messageBlocks(mail, anchor), { number: 1, total: 1 });
  yield* attachmentBlocks(mail, anchor === '' ? '' : `${anchor}/`, read);
}

/** The messages of a mailbox, in its order; a message that cannot be read is named. */
export async function* readMailboxBlocks(bytes: Buffer, read: ReadAttachment): AsyncGenerator<BlockPiece> {
  const mark = Buffer.from('\nFrom ');
  if (!bytes.subarray(0, 5).equals(mark.subarray(1))) throw new Error('it is no mailbox');
  const starts = [0];
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) starts.push(at + 1);
  for (const [index, start] of starts.entries()) {
    const head = bytes.indexOf(10, start) + 1;
    const message = bytes.subarray(head, starts[index + 1] ?? bytes.length);
    const at = { number: index + 1, total: starts.length };
    try {
      for await (const piece of readEmailBlocks(message, read, `message ${index + 1}`))
        yield { ...piece, ...at };
    } catch (error) {
      yield { blocks: [], ...at, problem: `message ${index + 1}: ${(error as Error).message.slice(0, 200)}` };
    }
  }
}
