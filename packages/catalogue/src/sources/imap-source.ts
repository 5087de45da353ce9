import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { DocumentSource, SourceEntry } from '@tendril/contract/provider/document-source';
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import * as z from 'zod';
import { findCredential } from '../model/read-key.ts';
import { openImapSession, readLogin } from './imap-session.ts';

interface ImapForm {
  folders: string[];
  sinceDays?: number | undefined;
}

const pageSize = 500;
const mostMegabytes = 50;
const dayMs = 86_400_000;
/** Where a listing goes on: the folder by its place, and the first message of it that was not listed. */
const place = z.object({ folder: z.number().int().min(0), uid: z.number().int().min(1) });
const start = { folder: 0, uid: 1 };
/** Folder, the life of its numbers, and the number in it; a message never changes under them. */
const keyForm = /^(.*);(\d+);(\d+)$/s;

/** The messages of folders of a mailbox, each with what is attached to it. */
export async function openImapSource(form: ImapForm, context: RunContext): Promise<DocumentSource> {
  const folders = form.folders.map((folder) => folder.trim()).filter(Boolean);
  if (folders.length === 0) throw new AppError('FLOW_INVALID', 'IMAP: choose at least one folder.');
  const session = await openImapSession(async () => readLogin(await findCredential(context)), context);
  // Servers of that kind give a message one name wherever it is moved to.
  const hasIds = await session
    .use(async (client) => client.capabilities.has('OBJECTID'))
    .catch(async (error: unknown) => {
      await session.close();
      throw error;
    });

  return {
    hasContentVersions: hasIds,

    async list(cursor) {
      const from = cursor === undefined ? start : place.parse(JSON.parse(cursor));
      const folder = folders[from.folder];
      if (folder === undefined) return { entries: [], isWhole: true };
      const { entries, next } = await session.use((client) =>
        listFolder(client, folder, from.uid, form.sinceDays),
      );
      const following = next === undefined ? { folder: from.folder + 1, uid: 1 } : { ...from, uid: next };
      return {
        entries,
        isWhole: true,
        ...(following.folder < folders.length && { next: JSON.stringify(following) }),
      };
    },

    async read({ key, title }) {
      const [, folder = '', validity = '', uid = ''] = keyForm.exec(key) ?? [];
      const bytes = await session.use((client) => readMessage(client, folder, validity, uid));
      if (!bytes) throw new AppError('NOT_FOUND', `"${title}" is not in the folder any more.`);
      return { name: 'message.eml', bytes, title };
    },

    close: () => session.close(),
  };
}

/** Works with a folder while nothing else selects another. Throws NOT_FOUND for one that is gone. */
async function within<T>(
  client: ImapFlow,
  folder: string,
  work: (validity: string) => Promise<T>,
): Promise<T> {
  const lock = await client.getMailboxLock(folder, { readOnly: true }).catch((error: unknown) => {
    if ((error as { mailboxMissing?: boolean }).mailboxMissing)
      throw new AppError('NOT_FOUND', `The mailbox has no folder "${folder}" any more.`);
    throw error;
  });
  try {
    const { mailbox } = client;
    return await work(mailbox ? String(mailbox.uidValidity) : '');
  } finally {
    lock.release();
  }
}

async function listFolder(
  client: ImapFlow,
  folder: string,
  from: number,
  sinceDays: number | undefined,
): Promise<{ entries: SourceEntry[]; next: number | undefined }> {
  return within(client, folder, async (validity) => {
    const since = sinceDays && { since: new Date(Date.now() - sinceDays * dayMs) };
    const found = await client.search({ uid: `${from}:*`, deleted: false, ...since }, { uid: true });
    // "5:*" also names the last message where all are below 5.
    const uids = (found || []).filter((uid) => uid >= from).sort((a, b) => a - b);
    const page = uids.slice(0, pageSize);
    const entries: SourceEntry[] = [];
    if (page.length > 0) {
      const wanted = { uid: true, size: true, envelope: true, internalDate: true };
      for await (const message of client.fetch(page.join(','), wanted, { uid: true }))
        entries.push(toEntry(folder, validity, message));
    }
    return { entries, next: uids[pageSize] };
  });
}

function toEntry(folder: string, validity: string, message: FetchMessageObject): SourceEntry {
  const { uid, size, envelope, internalDate, emailId } = message;
  const at = internalDate === undefined ? Number.NaN : new Date(internalDate).getTime();
  return {
    key: `${folder};${validity};${uid}`,
    // What a server gives a number to is never another message; flags that change are no other content.
    version: emailId ?? `${validity}.${uid}`,
    title: envelope?.subject?.trim() || 'Without a subject',
    url: null,
    ...(size !== undefined && { bytes: size }),
    ...(Number.isFinite(at) && { at }),
    ...(size !== undefined &&
      size > mostMegabytes * 1024 * 1024 && { skipped: `It is larger than ${mostMegabytes} MB.` }),
  };
}

async function readMessage(
  client: ImapFlow,
  folder: string,
  validity: string,
  uid: string,
): Promise<Uint8Array | undefined> {
  return within(client, folder, async (present) => {
    // The numbers were assigned again: this one is of another message.
    if (present !== validity) return undefined;
    const message = await client.fetchOne(uid, { source: true }, { uid: true });
    return message ? message.source : undefined;
  });
}
