import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createEncrypted } from 'node:tls';
import { BSON } from 'mongodb';

type Fields = Record<string, unknown>;

const opMessage = 2013;
const opQuery = 2004;
const opReply = 1;
const headerBytes = 16;

interface MongoServer {
  url: string;
  port: number;
  /** The documents by collection. */
  collections: Map<string, Fields[]>;
  /** Every command with its name, but for those that only hold the connection. */
  asked: Fields[];
  /** What it says of itself to each that greets it. */
  topology: Fields;
  /** How many connections are open. */
  openCount(): number;
  close(): void;
}

const user = 'reader';
const salt = randomBytes(16);
const rounds = 4096;
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

function readCString(bytes: Buffer, at: number): [text: string, next: number] {
  const end = bytes.indexOf(0, at);
  return [bytes.toString('utf8', at, end), end + 1];
}

/** The command of a message; sequences of documents take their place among its fields. */
function readMessage(bytes: Buffer): Fields {
  let at = headerBytes + 4;
  const command: Fields = {};
  while (at < bytes.length) {
    const kind = bytes[at] ?? 0;
    const size = bytes.readInt32LE(at + 1);
    if (kind === 0) Object.assign(command, BSON.deserialize(bytes.subarray(at + 1, at + 1 + size)));
    else {
      let [name, next] = readCString(bytes, at + 5);
      const documents: Fields[] = [];
      while (next < at + 1 + size) {
        const length = bytes.readInt32LE(next);
        documents.push(BSON.deserialize(bytes.subarray(next, next + length)));
        next += length;
      }
      command[name] = documents;
    }
    at += 1 + size;
  }
  return command;
}

function frame(requestId: number, opCode: number, body: Buffer): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeInt32LE(headerBytes + body.length, 0);
  header.writeInt32LE(requestId, 8);
  header.writeInt32LE(opCode, 12);
  return Buffer.concat([header, body]);
}

function isMatch(document: Fields, filter: Fields): boolean {
  return Object.entries(filter).every(([name, wanted]) => {
    const value = document[name];
    if (typeof wanted !== 'object' || wanted === null) return value === wanted;
    const { $in, $eq } = wanted as { $in?: unknown[]; $eq?: unknown };
    return $in ? $in.includes(value) : value === $eq;
  });
}

function likeness(left: readonly number[], right: readonly number[]): number {
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  return (1 + dot(left, right) / Math.sqrt(dot(left, left) * dot(right, right) || 1)) / 2;
}

/** The first stage as Atlas answers it; the others in as far as they are asked for. */
function aggregate(documents: Fields[], stages: Fields[]): Fields[] {
  const search = stages[0]?.['$vectorSearch'] as
    | { queryVector: number[]; path: string; limit: number; index: string; filter?: Fields }
    | undefined;
  if (!search || search.index === 'lost') return [];
  const leavesOut = stages
    .flatMap((stage) => Object.keys((stage['$project'] as Fields | undefined) ?? {}))
    .filter((name) => name.startsWith('row.'));
  return documents
    .filter((document) => isMatch(document, search.filter ?? {}))
    .map((row) => ({ row, score: likeness(row[search.path] as number[], search.queryVector) }))
    .sort((one, other) => other.score - one.score)
    .slice(0, search.limit)
    .map(({ row, score }) => {
      const kept = Object.entries(row).filter(([name]) => !leavesOut.includes(`row.${name}`));
      return { _id: row['_id'], score, row: Object.fromEntries(kept) };
    });
}

function update(documents: Fields[], { q, u, upsert }: { q: Fields; u: Fields; upsert?: boolean }) {
  const at = documents.findIndex((document) => isMatch(document, q));
  const before = documents[at];
  if (!before && !upsert) return { n: 0, nModified: 0 };
  const { $push, ...whole } = u as { $push?: Record<string, { $each: unknown[] }> };
  const pushed = Object.entries($push ?? {}).map(([name, { $each }]) => [
    name,
    [...((before?.[name] as unknown[] | undefined) ?? []), ...$each],
  ]);
  const base = $push ? { _id: new BSON.ObjectId(), ...q, ...before } : { ...q, ...whole };
  const after = { ...base, ...Object.fromEntries(pushed) };
  if (before) documents[at] = after;
  else documents.push(after);
  return before
    ? { n: 1, nModified: 1 }
    : { n: 1, nModified: 0, upserted: [{ index: 0, _id: after['_id'] }] };
}

/** The answer to a command that works with documents. */
function answerOf(command: Fields, collections: Map<string, Fields[]>): Fields {
  const [name = ''] = Object.keys(command);
  const key = `${String(command['$db'])}.${String(command[name])}`;
  const documents = collections.get(key) ?? [];
  collections.set(key, documents);
  const found = (firstBatch: Fields[]) => ({ cursor: { id: BSON.Long.ZERO, ns: key, firstBatch }, ok: 1 });
  switch (name) {
    case 'insert':
      documents.push(...(command['documents'] as Fields[]));
      return { n: (command['documents'] as Fields[]).length, ok: 1 };
    case 'find':
      return found(
        documents.filter((document) => isMatch(document, command['filter'] as Fields)).slice(0, 1000),
      );
    case 'aggregate':
      return found(aggregate(documents, command['pipeline'] as Fields[]));
    case 'update': {
      const done = (command['updates'] as Parameters<typeof update>[1][]).map((one) =>
        update(documents, one),
      );
      const sum = (field: 'n' | 'nModified') => done.reduce((all, one) => all + one[field], 0);
      return { n: sum('n'), nModified: sum('nModified'), ok: 1 };
    }
    case 'delete': {
      const [first] = command['deletes'] as { q: Fields }[];
      const kept = documents.filter((document) => !isMatch(document, first?.q ?? {}));
      collections.set(key, kept);
      return { n: documents.length - kept.length, ok: 1 };
    }
    default:
      return { ok: 0, code: 59, codeName: 'CommandNotFound', errmsg: `no such command: '${name}'` };
  }
}

/** SCRAM-SHA-256 (RFC 7677) for the one user. */
function createSignIn(password: string) {
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256');
  let said = '';
  let nonce = '';
  const failed = { ok: 0, code: 18, codeName: 'AuthenticationFailed', errmsg: 'Authentication failed.' };
  const answer = (payload: string, done: boolean) => ({
    conversationId: 1,
    done,
    payload: new BSON.Binary(Buffer.from(payload)),
    ok: 1,
  });
  return {
    start(payload: string): Fields {
      const [, name, clientNonce] = /^n,,n=([^,]*),r=(.*)$/.exec(payload) ?? [];
      nonce = `${clientNonce}${randomBytes(12).toString('base64')}`;
      const first = `r=${nonce},s=${salt.toString('base64')},i=${rounds}`;
      said = `${payload.slice(3)},${first}`;
      return name === user ? answer(first, false) : failed;
    },
    go(payload: string): Fields {
      const [, proofless = '', proof = ''] = /^(.*),p=(.*)$/.exec(payload) ?? [];
      const clientKey = hmac(salted, 'Client Key');
      const message = `${said},${proofless}`;
      const sign = hmac(createHash('sha256').update(clientKey).digest(), message);
      const expected = Buffer.from(clientKey.map((byte, index) => byte ^ (sign[index] ?? 0)));
      if (!proofless.includes(nonce) || expected.toString('base64') !== proof) return failed;
      return answer(`v=${hmac(hmac(salted, 'Server Key'), message).toString('base64')}`, true);
    },
  };
}

/** The answer to a message, in the form of the message: the first one of a connection has another. */
function replyTo(message: Buffer, reply: (command: Fields) => Fields): Buffer {
  const requestId = message.readInt32LE(4);
  if (message.readInt32LE(12) !== opQuery) {
    const answer = BSON.serialize(reply(readMessage(message)));
    return frame(requestId, opMessage, Buffer.concat([Buffer.alloc(5), answer]));
  }
  const [, next] = readCString(message, headerBytes + 4);
  const answer = BSON.serialize(reply(BSON.deserialize(message.subarray(next + 8))));
  const head = Buffer.alloc(20);
  head.writeInt32LE(8, 0);
  head.writeInt32LE(1, 16);
  return frame(requestId, opReply, Buffer.concat([head, answer]));
}

/**
 * Starts a server that speaks MongoDB's wire protocol, as much of it as a store of vectors and a memory need: Debian has
 * no MongoDB, and the search by vectors exists at Atlas only. With a password only the user `reader` may ask.
 */
export async function startMongoServer(
  password = '',
  certificate?: { key: string; cert: string },
): Promise<MongoServer> {
  const sockets = new Set<Socket>();
  const collections = new Map<string, Fields[]>();
  const asked: Fields[] = [];
  const topology: Fields = {};
  const greeting = () => ({
    isWritablePrimary: true,
    helloOk: true,
    maxBsonObjectSize: 16_777_216,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    logicalSessionTimeoutMinutes: 30,
    minWireVersion: 0,
    maxWireVersion: 25,
    readOnly: false,
    ...topology,
    ok: 1,
  });

  function reply(command: Fields, session: ReturnType<typeof createSignIn> & { isIn?: boolean }): Fields {
    const [name = ''] = Object.keys(command);
    const payload = () => Buffer.from((command['payload'] as { buffer: Uint8Array }).buffer).toString();
    if (/^(hello|ismaster|isMaster)$/.test(name)) return greeting();
    if (/^(ping|endSessions)$/.test(name)) return { ok: 1 };
    if (name === 'saslStart') return session.start(payload());
    if (name === 'saslContinue') {
      const answer = session.go(payload());
      session.isIn = answer['ok'] === 1;
      return answer;
    }
    if (password !== '' && !session.isIn)
      return { ok: 0, code: 13, codeName: 'Unauthorized', errmsg: `${name} requires authentication` };
    asked.push(command);
    return answerOf(command, collections);
  }

  const server = certificate ? createEncrypted(certificate, serve) : createServer(serve);
  function serve(socket: Socket): void {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    const session = createSignIn(password);
    let bytes = Buffer.alloc(0);
    socket.on('data', (more) => {
      bytes = Buffer.concat([bytes, more]);
      while (bytes.length >= headerBytes && bytes.length >= bytes.readInt32LE(0)) {
        const message = bytes.subarray(0, bytes.readInt32LE(0));
        bytes = bytes.subarray(message.length);
        socket.write(replyTo(message, (command) => reply(command, session)));
      }
    });
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const login = password === '' ? '' : `${user}:${encodeURIComponent(password)}@`;
  return {
    url: `mongodb://${login}127.0.0.1:${port}/`,
    port,
    collections,
    asked,
    topology,
    openCount: () => sockets.size,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
