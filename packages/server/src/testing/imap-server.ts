import { createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { testCertificate } from './test-certificate.data.ts';

interface PlayedMessage {
  uid: number;
  source: string;
  isDeleted: boolean;
}

interface PlayedFolder {
  validity: number;
  nextUid: number;
  messages: PlayedMessage[];
}

/** A mail server with one mailbox, which encrypts before anybody signs in. */
export interface ImapServer {
  host: string;
  port: number;
  folders: Map<string, PlayedFolder>;
  /** What was asked, without what was encrypted by the sign-in. */
  readonly commands: string[];
  put(folder: string, source: string): PlayedMessage;
  /** Ends every connection, as servers do that were silent for long. */
  hangUp(): void;
  close(): Promise<void>;
}

export const mailboxLogin = { user: 'support@example.com', password: 'CANARY-mailbox-pass' };

export const mailboxToken = { user: mailboxLogin.user, accessToken: 'CANARY-mailbox-token' };

/** A token as mail servers of Google and Microsoft take it. */
const bearerOf = ({ user, accessToken }: { user: string; accessToken: string }) =>
  Buffer.from(`user=${user}\x01auth=Bearer ${accessToken}\x01\x01`).toString('base64');

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
const header = (source: string, name: string) =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(source)?.[1]?.trim() ?? '';

/** One line of a client, its quoted words and literals put in place. */
function wordsOf(line: string): string[] {
  return (line.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []).map((word) =>
    word.startsWith('"') ? word.slice(1, -1).replace(/\\(.)/g, '$1') : word,
  );
}

class Session {
  readonly #server: Pick<ImapServer, 'folders' | 'commands'>;
  #socket: Socket;
  #folder: PlayedFolder | undefined;
  #text = '';
  #isSafe = false;

  constructor(socket: Socket, server: Pick<ImapServer, 'folders' | 'commands'>) {
    this.#server = server;
    this.#socket = socket;
    this.#listen();
    this.#send('* OK [CAPABILITY IMAP4rev1 STARTTLS LOGINDISABLED] ready');
  }

  #listen(): void {
    this.#socket.setEncoding('latin1');
    this.#socket.on('error', () => undefined);
    this.#socket.on('data', (part: Buffer | string) => {
      this.#text += part.toString();
      this.#readLines();
    });
  }

  #readLines(): void {
    for (let end = this.#text.indexOf('\r\n'); end >= 0; end = this.#text.indexOf('\r\n')) {
      const line = this.#text.slice(0, end);
      const length = /\{(\d+)\+?\}$/.exec(line);
      if (length) {
        const start = end + 2;
        const whole = start + Number(length[1]);
        if (this.#text.length < whole) {
          if (!line.endsWith('+}')) this.#send('+ go on');
          return;
        }
        const literal = quoted(this.#text.slice(start, whole));
        this.#text = line.slice(0, length.index) + literal + this.#text.slice(whole);
        continue;
      }
      this.#text = this.#text.slice(end + 2);
      this.#answer(wordsOf(line));
    }
  }

  #send(line: string): void {
    this.#socket.write(`${line}\r\n`, 'latin1');
  }

  #answer([tag = '*', command = '', ...rest]: string[]): unknown {
    const name =
      command.toUpperCase() === 'UID' ? `UID ${rest.shift()?.toUpperCase()}` : command.toUpperCase();
    this.#server.commands.push(
      [name, ...(name === 'LOGIN' || name === 'AUTHENTICATE' ? [] : rest)].join(' '),
    );
    const done = (text = 'OK done'): unknown => this.#send(`${tag} ${text}`);
    switch (name) {
      case 'CAPABILITY':
        this.#send(
          `* CAPABILITY IMAP4rev1 ${this.#isSafe ? 'OBJECTID AUTH=XOAUTH2 SASL-IR' : 'STARTTLS LOGINDISABLED'}`,
        );
        return done();
      case 'STARTTLS':
        done();
        return this.#encrypt();
      case 'LOGIN':
        if (this.#isSafe && rest[0] === mailboxLogin.user && rest[1] === mailboxLogin.password) return done();
        return done('NO [AUTHENTICATIONFAILED] no');
      case 'AUTHENTICATE':
        if (this.#isSafe && rest[0] === 'XOAUTH2' && rest[1] === bearerOf(mailboxToken)) return done();
        return done('NO [AUTHENTICATIONFAILED] no');
      case 'LIST':
        // Without a pattern, only how folders are separated is asked.
        if (rest[1] === '') {
          this.#send('* LIST (\\Noselect) "/" ""');
          return done();
        }
        this.#send('* LIST (\\Noselect) "/" "Archive"');
        for (const folder of this.#server.folders.keys()) this.#send(`* LIST () "/" ${quoted(folder)}`);
        return done();
      case 'EXAMINE':
      case 'SELECT':
        return this.#select(rest[0] ?? '', done);
      case 'UID SEARCH':
        return this.#search(rest, done);
      case 'UID FETCH':
        return this.#fetch(rest, done);
      case 'LOGOUT':
        this.#send('* BYE');
        done();
        return this.#socket.end();
      default:
        return done();
    }
  }

  #encrypt(): unknown {
    this.#socket.removeAllListeners('data');
    this.#isSafe = true;
    const { key, cert } = testCertificate;
    this.#socket = new TLSSocket(this.#socket, { isServer: true, key, cert });
    this.#listen();
    return undefined;
  }

  #select(name: string, done: (text?: string) => unknown): unknown {
    this.#folder = this.#server.folders.get(name);
    if (!this.#folder) return done('NO [NONEXISTENT] no such folder');
    const { messages, validity, nextUid } = this.#folder;
    this.#send(`* ${messages.length} EXISTS`);
    this.#send(`* OK [UIDVALIDITY ${validity}] valid`);
    this.#send(`* OK [UIDNEXT ${nextUid}] next`);
    return done('OK [READ-ONLY] done');
  }

  #search(rest: string[], done: (text?: string) => unknown): unknown {
    const from = Number(/UID (\d+):\*/i.exec(rest.join(' '))?.[1] ?? 1);
    const all = this.#folder?.messages ?? [];
    const found = all.filter(({ uid, isDeleted }) => uid >= from && !isDeleted).map(({ uid }) => uid);
    // The last message is named even where all are below.
    if (found.length === 0 && all.length > 0) found.push(all.at(-1)?.uid ?? 0);
    this.#send(`* SEARCH ${found.join(' ')}`);
    return done();
  }

  #fetch([set = '', ...asked]: string[], done: (text?: string) => unknown): unknown {
    const wanted = new Set(set.split(',').flatMap((part) => rangeOf(part)));
    for (const [at, { uid, source }] of (this.#folder?.messages ?? []).entries()) {
      if (!wanted.has(uid)) continue;
      const subject = quoted(header(source, 'Subject'));
      const parts = [
        `UID ${uid}`,
        `RFC822.SIZE ${source.length}`,
        'INTERNALDATE "17-Nov-2026 10:00:00 +0000"',
        `ENVELOPE ("Tue, 17 Nov 2026 10:00:00 +0000" ${subject} NIL NIL NIL NIL NIL NIL NIL NIL)`,
        `EMAILID (M${Buffer.from(header(source, 'Message-ID')).toString('hex')})`,
      ];
      if (asked.join(' ').includes('BODY')) parts.push(`BODY[] {${source.length}}\r\n${source}`);
      this.#send(`* ${at + 1} FETCH (${parts.join(' ')})`);
    }
    return done();
  }
}

function rangeOf(part: string): number[] {
  const [from = 0, to = from] = part.split(':').map(Number);
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/** Starts a mail server on loopback, known there by the name of the test certificate. */
export async function startImapServer(): Promise<ImapServer> {
  const folders = new Map<string, PlayedFolder>();
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    new Session(socket, { folders, commands });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    ...{ host: 'localhost', port, folders, commands, hangUp },
    put(name, source) {
      const folder = folders.get(name) ?? { validity: 7, nextUid: 1, messages: [] };
      folders.set(name, folder);
      const message = { uid: folder.nextUid, source, isDeleted: false };
      folder.nextUid += 1;
      folder.messages.push(message);
      return message;
    },
    async close() {
      hangUp();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
