import { type OAuth2Message, oauth2Channel } from '@tendril/contract/api/oauth2-credentials';

const style = `
:root { color-scheme: light dark; font: 15px/1.5 Roboto, system-ui, sans-serif; }
body { display: grid; place-content: center; gap: .75rem; min-height: 100vh; margin: 0; padding: 1.5rem; box-sizing: border-box; text-align: center; }
h1 { margin: 0; font-size: 1.25rem; font-weight: 500; }
p { margin: 0; max-width: 28rem; opacity: .8; overflow-wrap: anywhere; }
`;

/**
 * The page to which a vendor redirects: notifies the page that opened it, of our own origin only, and closes. A
 * BroadcastChannel works even where the vendor's pages have severed `window.opener`.
 */
export function drawCallbackPage(message: OAuth2Message, nonce: string): string {
  const title = message.isConnected ? 'Connected' : 'Not connected';
  // The URL holds the vendor's code, which must not stay in the history.
  const script = `
const message = ${JSON.stringify(message).replaceAll('<', '\\u003c')};
history.replaceState(null, '', location.pathname);
const channel = new BroadcastChannel(${JSON.stringify(oauth2Channel)});
channel.postMessage(message);
if (window.opener) window.opener.postMessage(message, location.origin);
if (message.isConnected) setTimeout(() => { channel.close(); window.close(); }, 300);
`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="/favicon.svg">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Tendril</title>
<style nonce="${nonce}">${style}</style></head><body><main><h1>${title}</h1>
<p>${escapeHtml(message.message)}</p><p>You can close this window.</p></main>
<script nonce="${nonce}">${script}</script></body></html>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
