import { publicPrefix } from '@tendril/contract/api/prefixes';
import { ApiClient } from '../e2e/api-client.ts';
import { type LocalServer, type ServerOptions, startServer } from '../e2e/local-server.ts';
import type { LoadFigures } from './load.ts';
import { loadInOwnProcess } from './processes.ts';
import { launchedWith } from './server-figures.ts';

/** A running server with one flow that is asked by key. */
export interface AskedFlow {
  readonly server: LocalServer;
  readonly client: ApiClient;
  readonly flowId: string;
  /** Asks it with so many connections for a while. */
  ask(connections: number, durationMs: number, body?: object): Promise<LoadFigures>;
}

/** Starts a server as the launcher does and makes a flow in it. */
export async function startAskedFlow(
  makeFlow: (client: ApiClient) => Promise<string>,
  options: ServerOptions = {},
): Promise<AskedFlow> {
  const server = await startServer({ nodeOptions: launchedWith, ...options });
  const client = await new ApiClient(server.url).registerOwner();
  const flowId = await makeFlow(client);
  const key = await client.call<{ apiKey: string }>('POST', 'apikey', { keyName: 'Bench' });
  const headers = { authorization: `Bearer ${key.apiKey}`, 'content-type': 'application/json' };
  const url = `${server.url}${publicPrefix}/prediction/${flowId}`;
  const ask = (connections: number, durationMs: number, given: object = {}) => {
    const body = JSON.stringify({ question: 'Hey, how are you?', ...given });
    return loadInOwnProcess({ url, headers, body, connections, durationMs });
  };
  return { server, client, flowId, ask };
}
