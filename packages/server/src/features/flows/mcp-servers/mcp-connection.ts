import type { Client, JsonSchemaValidator } from '@modelcontextprotocol/client';
import type { McpAddress } from '@tendril/contract/node/run-context';
import type { Egress } from '../../../platform/egress/egress.ts';

const connectTimeoutMs = 15_000;
const maxAnswerBytes = 4_000_000;
const maxPages = 10;
/** Responses of servers that know only the older HTTP transport. */
const olderServer = new Set([400, 404, 405, 406, 415]);

interface McpVisit {
  egress: Egress;
  address: McpAddress;
  /** The client name that we send. */
  version: string;
  signal: AbortSignal;
}

/** Connects, does the work and closes; the MCP SDK is loaded on first use. */
export async function visitMcpServer<T>(visit: McpVisit, work: (client: Client) => Promise<T>): Promise<T> {
  const leaving = new AbortController();
  const signal = AbortSignal.any([visit.signal, leaving.signal]);
  let client: Client | undefined;
  try {
    client = await connect({ ...visit, signal });
    return await work(client);
  } finally {
    // A server that does not close must not block the caller.
    void client?.close().catch(() => undefined);
    leaving.abort();
  }
}

async function connect(visit: McpVisit): Promise<Client> {
  const { SdkHttpError, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  try {
    return await greet(visit, (url, options) => new StreamableHTTPClientTransport(url, options));
  } catch (error) {
    if (!(error instanceof SdkHttpError) || !olderServer.has(error.status)) throw error;
    return connectOlder(visit, error);
  }
}

/** Servers from before 2025 respond over one long event stream. */
async function connectOlder(visit: McpVisit, first: Error): Promise<Client> {
  const { SSEClientTransport } = await import('@modelcontextprotocol/client');
  try {
    return await greet(visit, (url, options) => new SSEClientTransport(url, options));
  } catch {
    // The error of the newer transport says more.
    throw first;
  }
}

interface TransportOptions {
  fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
  requestInit: RequestInit;
}

async function greet(
  { egress, address, version, signal }: McpVisit,
  open: (url: URL, options: TransportOptions) => Parameters<Client['connect']>[0],
): Promise<Client> {
  const sdk = await import('@modelcontextprotocol/client');
  const client = new sdk.Client(
    { name: 'tendril', version },
    {
      listMaxPages: maxPages,
      // Responses are passed on unchecked: a foreign schema is not compiled here.
      jsonSchemaValidator: {
        getValidator:
          <T>(): JsonSchemaValidator<T> =>
          (data) => ({ valid: true, data: data as T, errorMessage: undefined }),
      },
    },
  );
  const fetch: TransportOptions['fetch'] = (url, init) =>
    egress.fetch(url, init, { signal, maxBytes: maxAnswerBytes });
  const transport = open(new URL(address.url), { fetch, requestInit: { headers: { ...address.headers } } });
  try {
    await client.connect(transport, { timeout: connectTimeoutMs, signal });
    return client;
  } catch (error) {
    void client.close().catch(() => undefined);
    throw error;
  }
}
