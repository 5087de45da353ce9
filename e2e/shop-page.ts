import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ShopPage {
  /** An origin of its own. */
  url: string;
  close(): Promise<void>;
}

/** A site of somebody else: one page with an embedded chat, made by the script of its maker as it is. */
export async function startShop(script: Buffer): Promise<ShopPage> {
  const server: Server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', 'http://shop');
    if (address.pathname === '/web.js')
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    if (address.pathname !== '/') return response.writeHead(204).end();
    return response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(page(address.searchParams));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** `kind` is the function of the script that is called; the rest is what it is given. */
function page(query: URLSearchParams): string {
  const settings = {
    chatflowid: query.get('flow'),
    apiHost: query.get('server'),
    theme: { chatWindow: { showAgentMessages: true, welcomeMessage: 'Welcome to the shop' } },
  };
  const host = query.get('kind') === 'initFull' ? '<flowise-fullchatbot></flowise-fullchatbot>' : '';
  return `<!doctype html><meta charset="utf-8"><title>Shop</title><body>${host}<script type="module">
    import Chatbot from '/web.js';
    Chatbot.${query.get('kind') === 'initFull' ? 'initFull' : 'init'}(${JSON.stringify(settings)});
  </script>`;
}
