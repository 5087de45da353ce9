import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a local vendor does with the next requests. */
export type Scenario =
  | { kind: 'text'; pieces: string[] }
  | { kind: 'tool-call'; tool: string; input: Record<string, unknown> }
  /** An error in the vendor's words. */
  | { kind: 'status'; status: number; message: string; headers?: Record<string, string> }
  /** Accepts the request and never answers. */
  | { kind: 'hang' }
  /** Sends the pieces, but never ends. */
  | { kind: 'hang-after'; pieces: string[] };

export interface VendorRequest {
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}

/** How the exchange ended: `isFinished` is false when the caller's socket closed before the answer was whole. */
export interface Closing {
  isFinished: boolean;
}

export interface VendorServer {
  /** `http://127.0.0.1:<port>` */
  url: string;
  requests: VendorRequest[];
  play(scenario: Scenario): void;
  /** Resolves with the next complete request that no earlier call has returned. */
  nextRequest(): Promise<VendorRequest>;
  nextClosing(): Promise<Closing>;
  close(): Promise<void>;
}

/** Formats responses in one vendor's protocol. */
export type Respond = (request: VendorRequest, scenario: Scenario, response: ServerResponse) => void;

/** A queue of values, each delivered once, to the first waiter. */
class Announcements<T> {
  readonly #values: T[] = [];
  readonly #waiting: ((value: T) => void)[] = [];

  emit(value: T): void {
    const next = this.#waiting.shift();
    if (next) next(value);
    else this.#values.push(value);
  }

  next(): Promise<T> {
    const value = this.#values.shift();
    if (value !== undefined) return Promise.resolve(value);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}

/** Starts a local HTTP server on loopback that plays a vendor; scenarios stay until the next `play`. */
export async function startVendorServer(respond: Respond): Promise<VendorServer> {
  let scenario: Scenario = { kind: 'text', pieces: ['Hello'] };
  const requests: VendorRequest[] = [];
  const arrivals = new Announcements<VendorRequest>();
  const closings = new Announcements<Closing>();
  const server = createServer(async (incoming, response) => {
    response.on('close', () => closings.emit({ isFinished: response.writableFinished }));
    const request = { path: incoming.url ?? '', headers: incoming.headers, body: await readBody(incoming) };
    requests.push(request);
    arrivals.emit(request);
    if (scenario.kind !== 'hang') respond(request, scenario, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    play(next) {
      scenario = next;
    },
    nextRequest: () => arrivals.next(),
    nextClosing: () => closings.next(),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export function sendJson(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Opens an event stream and returns the function that sends one event. */
export function openEvents(response: ServerResponse): (data: unknown, event?: string) => void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  return (data, event) => {
    const name = event ? `event: ${event}\n` : '';
    response.write(`${name}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  };
}

/** The text of a scenario; a tool call has none. */
export function piecesOf(scenario: Scenario): string[] {
  return scenario.kind === 'text' || scenario.kind === 'hang-after' ? scenario.pieces : [];
}
