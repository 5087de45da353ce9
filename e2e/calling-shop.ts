import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApiKey } from '@tendril/contract/api/api-keys';
import { retellPrefix } from '@tendril/contract/api/retell-pages';
import Retell from 'retell-sdk';
import type { ApiClient } from './api-client.ts';
import type { LocalServer } from './local-server.ts';

/** A site of somebody else, whose page has the script for calls. */
export interface CallingShop {
  /** Of the page. */
  url: string;
  /** What the site's own server asks with. */
  retell: Retell;
  close(): void;
}

export async function openCallingShop(server: LocalServer, client: ApiClient): Promise<CallingShop> {
  const { apiKey } = await client.call<{ apiKey: string }>('POST', createApiKey.path, { keyName: 'Shop' });
  const retell = new Retell({ apiKey, baseURL: `${server.url}${retellPrefix}`, maxRetries: 0 });
  const shop = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><title>Shop</title><script type="module">
        import { RetellWebClient } from '${server.url}/widget-call.js';
        globalThis.call = new RetellWebClient();
      </script>`),
  );
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const { port } = shop.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, retell, close: () => void shop.close() };
}
