import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request whose work was done. */
export interface Effect {
  path: string;
  /** The `idempotency-key` that it came with; empty without one. */
  key: string;
  body: string;
}

/** A server elsewhere, which steps and tools have an effect on. */
export interface EffectServer {
  /** For `EGRESS_ALLOW`. */
  readonly host: string;
  readonly url: string;
  /** Everything that came, also what came again. */
  readonly effects: readonly Effect[];
  close(): void;
}

/** A server that counts what is asked of it, and takes a while for each; answers with `answer`, or "done". */
export async function startEffectServer(
  takesMs: number,
  answer: (effect: Effect) => string = () => 'done',
): Promise<EffectServer> {
  const effects: Effect[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const key = String(request.headers['idempotency-key'] ?? '');
    const effect = { path: decodeURIComponent(request.url ?? ''), key, body };
    effects.push(effect);
    setTimeout(() => response.end(answer(effect)), takesMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}`,
    effects,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
