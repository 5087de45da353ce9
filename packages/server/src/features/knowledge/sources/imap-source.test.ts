import tls from 'node:tls';
import { openImapSource } from '@tendril/catalogue/sources/imap-source';
import { testContext } from '@tendril/catalogue/testing/run-context';
import { loadNode } from '@tendril/catalogue/testing/run-node';
import type { DocumentSource, SourceEntry } from '@tendril/contract/provider/document-source';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEgress, type Egress } from '../../../platform/egress/egress.ts';
import {
  type ImapServer,
  mailboxLogin,
  mailboxToken,
  startImapServer,
} from '../../../testing/imap-server.ts';
import { testCertificate } from '../../../testing/test-certificate.data.ts';

const known = tls.getCACertificates('default');
let server: ImapServer;
let egress: Egress;
const opened: DocumentSource[] = [];

beforeEach(async () => {
  tls.setDefaultCACertificates([...known, testCertificate.cert]);
  server = await startImapServer();
  egress = createEgress({ egressAllow: [`${server.host}:${server.port}`] });
});
afterEach(async () => {
  for (const source of opened.splice(0)) await source.close?.();
  await server.close();
  await egress.close();
  tls.setDefaultCACertificates(known);
});

const mail = (subject: string, text: string) =>
  [
    `Message-ID: <${subject}@example.com>`,
    `Subject: ${subject}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=x',
    '',
    `--x\r\nContent-Type: text/plain\r\n\r\n${text}`,
    `--x\r\nContent-Type: text/plain; name=note.txt\r\nContent-Disposition: attachment; filename=note.txt\r\n\r\nAttached to ${subject}`,
    '--x--\r\n',
  ].join('\r\n');

const contextOf = (login: object = {}) =>
  testContext({
    services: { openRelay: egress.openRelay },
    credential: { host: server.host, port: String(server.port), ...mailboxLogin, ...login },
  });

async function open(folders: string[], login?: object): Promise<DocumentSource> {
  const source = await openImapSource({ folders }, contextOf(login));
  opened.push(source);
  return source;
}

async function listAll(source: DocumentSource): Promise<{ entries: SourceEntry[]; pages: number }> {
  const entries: SourceEntry[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await source.list(cursor);
    expect(page.isWhole).toBe(true);
    entries.push(...page.entries);
    cursor = page.next;
    pages += 1;
  } while (cursor !== undefined);
  return { entries, pages };
}

it('lists the messages of the chosen folders, and reads each as it was sent, over an encrypted connection', async () => {
  const source = mail('Lamp', 'The lamp is green.');
  server.put('INBOX', source);
  server.put('Team "A"', mail('Chair', 'The chair is red.'));
  server.put('Other', mail('Secret', 'Not chosen.'));
  const box = await open(['INBOX', 'Team "A"']);
  expect(box.hasContentVersions).toBe(true);
  const { entries, pages } = await listAll(box);
  expect(pages).toBe(2);
  expect(entries.map(({ key, title }) => [key, title])).toEqual([
    ['INBOX;7;1', 'Lamp'],
    ['Team "A";7;1', 'Chair'],
  ]);
  expect(entries[0]).toMatchObject({ bytes: source.length, at: Date.UTC(2026, 10, 17, 10) });
  const [first] = entries;
  const read = first && (await box.read(first, null));
  expect(read?.name).toBe('message.eml');
  expect(Buffer.from(read?.bytes ?? []).toString()).toBe(source);
  expect(server.commands.indexOf('STARTTLS')).toBeLessThan(
    server.commands.findIndex((one) => one.startsWith('LOGIN')),
  );
});

it('gives what a message says, and what is attached to it', async () => {
  server.put('INBOX', mail('Lamp', 'The lamp is green.'));
  const node = await loadNode('imapFolder');
  const parts: unknown[] = [];
  const form = { folders: ['INBOX'], sinceDays: undefined, metadata: undefined };
  for await (const part of node.loadBlocks?.(form as never, contextOf()) ?? []) parts.push(part);
  const read = JSON.stringify(parts);
  for (const words of ['The lamp is green.', 'Attached to Lamp', 'INBOX;7;1']) expect(read).toContain(words);
});

it('names what is new and what is gone, and knows a message again that was moved', async () => {
  const first = server.put('INBOX', mail('One', '1'));
  server.put('INBOX', mail('Two', '2'));
  const box = await open(['INBOX', 'Done']);
  server.folders.set('Done', { validity: 3, nextUid: 1, messages: [] });
  const before = await listAll(box);
  first.isDeleted = true;
  server.put('Done', mail('Two', '2'));
  server.put('INBOX', mail('Three', '3'));
  const after = await listAll(box);
  expect(after.entries.map(({ key }) => key)).toEqual(['INBOX;7;2', 'INBOX;7;3', 'Done;3;1']);
  expect(after.entries[0]?.version).toBe(before.entries[1]?.version);
  expect(after.entries[2]?.version).toBe(before.entries[1]?.version);
});

it('reads no other message under a number that was assigned again', async () => {
  server.put('INBOX', mail('One', '1'));
  const box = await open(['INBOX']);
  const { entries } = await listAll(box);
  const folder = server.folders.get('INBOX');
  if (folder) folder.validity = 8;
  server.hangUp();
  const [entry] = entries;
  await expect(entry && box.read(entry, null)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('pages through folders of many messages, and opens a connection again that ended', async () => {
  for (let number = 1; number <= 1201; number += 1) server.put('INBOX', mail(`M${number}`, 'x'));
  const box = await open(['INBOX']);
  const { entries, pages } = await listAll(box);
  expect([entries.length, pages, new Set(entries.map(({ key }) => key)).size]).toEqual([1201, 3, 1201]);
  server.hangUp();
  expect((await listAll(box)).entries).toHaveLength(1201);
});

it('signs in with the token of a connection, and with the renewed one when it connects again', async () => {
  server.put('INBOX', mail('Lamp', 'The lamp is green.'));
  const { host, port } = server;
  const tokens = [mailboxToken.accessToken, mailboxToken.accessToken, 'CANARY-expired'];
  const context = testContext({ services: { openRelay: egress.openRelay } });
  const source = await openImapSource(
    { folders: ['INBOX'] },
    {
      ...context,
      credential: async () => ({
        host,
        port: String(port),
        ...mailboxToken,
        accessToken: tokens.shift() ?? '',
      }),
    },
  );
  opened.push(source);
  expect((await listAll(source)).entries).toHaveLength(1);
  server.hangUp();
  expect((await listAll(source)).entries).toHaveLength(1);
  expect(tokens).toEqual(['CANARY-expired']);
  expect(server.commands).not.toContain('LOGIN');
  server.hangUp();
  await expect(listAll(source)).rejects.toMatchObject({
    code: 'PROVIDER_UNAUTHORIZED',
    message: 'The mail server rejected the sign-in of support@example.com.',
  });
});

it('says in words what is wrong, without the password', async () => {
  server.put('INBOX', mail('One', '1'));
  await expect(open(['INBOX'], { password: 'CANARY-wrong' })).rejects.toMatchObject({
    code: 'PROVIDER_UNAUTHORIZED',
    message: 'The mail server rejected the sign-in of support@example.com.',
  });
  await expect(open([])).rejects.toMatchObject({ code: 'FLOW_INVALID' });
  await expect(open(['INBOX'], { host: '10.0.0.1' })).rejects.toMatchObject({ code: 'EGRESS_DENIED' });
  const box = await open(['Gone']);
  await expect(listAll(box)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'The mailbox has no folder "Gone" any more.',
  });
  tls.setDefaultCACertificates(known);
  await expect(open(['INBOX'])).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    message: expect.not.stringContaining('CANARY'),
  });
});

it('offers the folders of the mailbox for its form, without those that hold no messages', async () => {
  server.put('INBOX', mail('One', '1'));
  server.put('Team "A"', mail('Two', '2'));
  const node = await loadNode('imapFolder');
  const { credential } = contextOf();
  const folders = await node.loadMethods?.['listFolders']?.({
    ...{ inputs: {}, credential, openRelay: egress.openRelay, fetch: egress.fetch as typeof fetch },
    ...{ listTools: async () => [], signal: AbortSignal.timeout(10_000) },
  });
  expect(folders?.map(({ name }) => name)).toEqual(['INBOX', 'Team "A"']);
});
