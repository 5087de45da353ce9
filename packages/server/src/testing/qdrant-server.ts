import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Collection {
  size: number;
  points: Map<string, number[]>;
}

interface Refusal {
  times: number;
  status: number;
  retryAfter?: string;
}

/** A vector store with Qdrant's protocol, as far as vectors are written, found, counted and deleted. */
export interface QdrantServer {
  /** For `EGRESS_ALLOW`. */
  readonly host: string;
  readonly url: string;
  readonly collections: ReadonlyMap<string, Collection>;
  /** Method and path of each request. */
  readonly asked: string[];
  /** The next requests whose path holds a text are refused. */
  refuse(part: string, refusal: Refusal): void;
  /** Holds back requests whose path holds a text, until what it returns is called. */
  hold(part: string): () => void;
  /** Loses some of what is written from now on. */
  lose(isLost: (id: string) => boolean): void;
  close(): void;
}

interface Asked {
  points?: ({ id: string; vector: number[] } | string)[];
  query?: number[];
  limit?: number;
  vectors?: { size: number };
}

const dot = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

/** Close it when done. */
export async function startQdrant(key = ''): Promise<QdrantServer> {
  const collections = new Map<string, Collection>();
  const asked: string[] = [];
  const refusals: { part: string; refusal: Refusal }[] = [];
  let held: { part: string; released: Promise<void> } | undefined;
  let isLost = (_id: string) => false;

  function answer(method: string, path: string, body: Asked): [status: number, body: unknown] {
    const [, , name = '', ...rest] = path.split('/');
    const collection = collections.get(name);
    const act = `${method} ${rest.join('/')}`;
    if (act === 'PUT ') {
      collections.set(name, { size: body.vectors?.size ?? 0, points: new Map() });
      return [200, { result: true }];
    }
    if (!collection) return [404, { status: { error: `Not found: Collection \`${name}\` doesn't exist!` } }];
    const { points, size } = collection;
    if (act === 'GET ') return [200, { result: { status: 'green' } }];
    if (act === 'PUT points') {
      for (const point of body.points ?? []) {
        if (typeof point === 'string') continue;
        const got = point.vector.length;
        const error = `Wrong input: Vector dimension error: expected dim: ${size}, got ${got}`;
        if (got !== size) return [400, { status: { error } }];
        if (!isLost(point.id)) points.set(point.id, point.vector);
      }
      return [200, { result: { status: 'completed' } }];
    }
    if (act === 'POST points/delete') {
      for (const id of body.points ?? []) points.delete(String(id));
      return [200, { result: { status: 'completed' } }];
    }
    if (act === 'POST points/count') return [200, { result: { count: points.size } }];
    const found = [...points]
      .map(([id, vector]) => ({ id, score: dot(vector, body.query ?? []), payload: {} }))
      .sort((one, other) => other.score - one.score)
      .slice(0, body.limit);
    return [200, { result: { points: found } }];
  }

  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const { pathname } = new URL(request.url ?? '', 'http://local');
    asked.push(`${request.method} ${pathname}`);
    if (held && pathname.includes(held.part)) await held.released;
    const send = (status: number, body: unknown, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    };
    const at = refusals.findIndex(({ part, refusal }) => pathname.includes(part) && refusal.times > 0);
    const refusal = refusals[at]?.refusal;
    if (refusal) {
      refusal.times -= 1;
      const headers = refusal.retryAfter === undefined ? {} : { 'retry-after': refusal.retryAfter };
      return send(refusal.status, { status: { error: 'not now' } }, headers);
    }
    if (key !== '' && request.headers['api-key'] !== key)
      return send(403, { status: { error: 'forbidden' } });
    send(...answer(request.method ?? '', pathname, text === '' ? {} : (JSON.parse(text) as Asked)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ host, url: `http://${host}`, collections, asked },
    refuse: (part, refusal) => void refusals.push({ part, refusal }),
    hold(part) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = { part, released: promise };
      return () => {
        held = undefined;
        resolve();
      };
    },
    lose(lost) {
      isLost = lost;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
