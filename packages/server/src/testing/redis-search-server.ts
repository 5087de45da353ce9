import { type AddressInfo, createServer, type Socket } from 'node:net';

interface RedisSearchServer {
  port: number;
  /** Every command, texts as they came. */
  commands: string[][];
  hashes: Map<string, Map<string, Buffer>>;
  close(): void;
}

type Reply = string | number | null | Error | Reply[];

function encode(reply: Reply): string {
  if (reply === null) return '$-1\r\n';
  if (typeof reply === 'number') return `:${reply}\r\n`;
  if (reply instanceof Error) return `-${reply.message}\r\n`;
  if (typeof reply === 'string') return `$${Buffer.byteLength(reply)}\r\n${reply}\r\n`;
  return `*${reply.length}\r\n${reply.map(encode).join('')}`;
}

/** Splits what came into whole commands, and what is left. */
function readCommands(bytes: Buffer): { commands: Buffer[][]; rest: Buffer } {
  const commands: Buffer[][] = [];
  let at = 0;
  const number = (from: number) => {
    const end = bytes.indexOf('\r\n', from);
    return end < 0 ? undefined : { value: Number(bytes.subarray(from + 1, end)), next: end + 2 };
  };
  outer: while (at < bytes.length) {
    const count = number(at);
    if (!count) break;
    let next = count.next;
    const parts: Buffer[] = [];
    for (let index = 0; index < count.value; index += 1) {
      const length = number(next);
      if (!length || bytes.length < length.next + length.value + 2) break outer;
      parts.push(bytes.subarray(length.next, length.next + length.value));
      next = length.next + length.value + 2;
    }
    commands.push(parts);
    at = next;
  }
  return { commands, rest: bytes.subarray(at) };
}

const floats = (bytes: Buffer) =>
  Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4));

function distance(one: Buffer, other: Buffer): number {
  const [a, b] = [floats(one), floats(other)];
  const dot = a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  return 1 - dot / (Math.hypot(...a) * Math.hypot(...b) || 1);
}

/** Redis as far as vectors and memories are concerned: hashes, lists, and the search module that Debian's does not have. */
export async function startRedisSearch(): Promise<RedisSearchServer> {
  const hashes: RedisSearchServer['hashes'] = new Map();
  const indexes = new Map<string, string>();
  const lists = new Map<string, string[]>();
  const commands: string[][] = [];
  const missing = (name: string) => new Error(`${name}: no such index`);

  function search([index = '', query = '']: string[], given: Buffer[]): Reply {
    const prefix = indexes.get(index);
    if (prefix === undefined) return missing(index);
    const [, count, field = ''] = /KNN (\d+) @(\w+) \$vector/.exec(query) ?? [];
    const wanted = given[given.findIndex((one) => String(one) === 'vector') + 1] ?? Buffer.alloc(0);
    const [content = '', metadata = ''] = given
      .slice(given.findIndex((one) => String(one) === 'RETURN') + 2)
      .map(String);
    const found = [...hashes]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, hash]) => ({ key, hash, far: distance(wanted, hash.get(field) ?? Buffer.alloc(0)) }))
      .toSorted((one, other) => one.far - other.far)
      .slice(0, Number(count));
    const text = (hash: Map<string, Buffer>, name: string) => String(hash.get(name) ?? '');
    return [
      found.length,
      // In no order, as a search without SORTBY.
      ...found
        .toReversed()
        .flatMap(({ key, hash, far }) => [
          key,
          ['vector_score', String(far), content, text(hash, content), metadata, text(hash, metadata)],
        ]),
    ];
  }

  function answer(parts: Buffer[]): Reply {
    const [name = '', ...args] = parts.map(String);
    const [first = ''] = args;
    switch (name.toUpperCase()) {
      case 'FT.CREATE':
        if (indexes.has(first)) return new Error('Index already exists');
        indexes.set(first, args[5] ?? '');
        return 'OK';
      case 'FT.DROPINDEX': {
        const prefix = indexes.get(first);
        if (prefix === undefined) return new Error('Unknown Index name');
        indexes.delete(first);
        for (const key of [...hashes.keys()]) if (key.startsWith(prefix)) hashes.delete(key);
        return 'OK';
      }
      case 'FT.SEARCH':
        return search(args, parts.slice(1));
      case 'HSET': {
        const hash = new Map<string, Buffer>();
        for (let at = 2; at < parts.length; at += 2)
          hash.set(String(parts[at]), Buffer.from(parts[at + 1] ?? []));
        hashes.set(first, hash);
        return hash.size;
      }
      case 'LPUSH':
        lists.set(first, [...args.slice(1).toReversed(), ...(lists.get(first) ?? [])]);
        return lists.get(first)?.length ?? 0;
      case 'LRANGE':
        return (lists.get(first) ?? []).slice(Number(args[1]), Number(args[2]) + 1 || undefined);
      case 'EXEC':
        return [];
      default:
        return 'OK';
    }
  }

  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let kept: Buffer = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      const read = readCommands(Buffer.concat([kept, bytes]));
      kept = read.rest;
      for (const parts of read.commands) {
        commands.push(parts.map(String));
        socket.write(encode(answer(parts)));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, commands, hashes, close };
}
