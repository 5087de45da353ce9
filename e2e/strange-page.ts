import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StrangePage {
  /** An origin of its own. */
  url: string;
  /** Serves this as `/app.js`, on pages whose address says `app`. */
  serveApp(code: string): void;
  close(): Promise<void>;
}

/** Everything a style sheet can do to what stands on its page. */
const hostileSheet = `
* { all: unset !important; font: 700 64px/3 serif !important; color: red !important; letter-spacing: 1em !important;
  text-transform: uppercase !important; visibility: hidden !important; cursor: none !important; }
html, body { display: block !important; transform: translate(40px, 60px) rotate(0.01deg) !important; }
div, section, article, header, button, textarea, form, p, h1, h2, ul, li, span, svg, a { display: none !important; }
tendril-chat { display: none !important; position: static !important; inline-size: 3px !important;
  block-size: 3px !important; overflow: hidden !important; opacity: 0 !important; transform: scale(0.1) !important;
  filter: blur(20px) !important; pointer-events: none !important; z-index: -1 !important; }
tendril-chat * { font-size: 100px !important; }
:focus-visible { outline: none !important; }
`;

/**
 * A site of somebody else with a hostile style sheet and a policy that allows the server's scripts and answers and
 * nothing in line. The page's body is what `body` of the address says; `calm` leaves the style sheet out, `app` puts a
 * program of the site's own in.
 */
export async function startStrangePage(tendril: string): Promise<StrangePage> {
  let app = '';
  const policyOf = (hasApp: boolean) =>
    [
      "default-src 'none'",
      `script-src ${tendril}${hasApp ? " 'self'" : ''}`,
      `connect-src ${tendril}`,
      "style-src 'self'",
      'img-src data:',
      "base-uri 'none'",
      ...(hasApp ? [] : ["require-trusted-types-for 'script'"]),
    ].join('; ');
  const server: Server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', 'http://strange');
    if (address.pathname === '/hostile.css')
      return response.writeHead(200, { 'content-type': 'text/css' }).end(hostileSheet);
    if (address.pathname === '/app.js')
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end(app);
    if (address.pathname !== '/') return response.writeHead(204).end();
    const hasApp = address.searchParams.has('app');
    const script = hasApp ? '<script type="module" src="/app.js"></script>' : '';
    const sheet = address.searchParams.has('calm') ? '' : '<link rel="stylesheet" href="/hostile.css">';
    return response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policyOf(hasApp),
      })
      .end(
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>Strange</title>${sheet}<body>${address.searchParams.get('body')}${script}</body>`,
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serveApp: (code) => {
      app = code;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
