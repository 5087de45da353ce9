import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';

const style = `
:root { color-scheme: light dark; font: 15px/1.5 Roboto, system-ui, sans-serif; }
body { display: grid; place-content: center; gap: .75rem; min-height: 100vh; margin: 0; padding: 1.5rem; box-sizing: border-box; text-align: center; }
h1 { margin: 0; font-size: 1.25rem; font-weight: 500; }
p { margin: 0; max-width: 28rem; opacity: .8; overflow-wrap: anywhere; }
`;

interface CallbackPage {
  isDone: boolean;
  title: string;
  words: string;
  /** Where the page that opened this one listens, and what it is to hear. */
  channel: string;
  message: object;
}

/**
 * Sends the page to which a vendor redirects a pop-up: it notifies the page that opened it, of our own origin only, and
 * closes. A BroadcastChannel works even where the vendor's pages have severed `window.opener`.
 */
export async function sendCallbackPage(reply: FastifyReply, page: CallbackPage): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64url');
  await allowOwnScript(reply, nonce);
  return reply
    .code(page.isDone ? 200 : 400)
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(draw(page, nonce));
}

function draw({ isDone, title, words, channel, message }: CallbackPage, nonce: string): string {
  // The URL holds the vendor's code, which must not stay in the history.
  const script = `
const message = ${JSON.stringify(message).replaceAll('<', '\\u003c')};
history.replaceState(null, '', location.pathname);
const channel = new BroadcastChannel(${JSON.stringify(channel)});
channel.postMessage(message);
if (window.opener) window.opener.postMessage(message, location.origin);
if (${isDone}) setTimeout(() => { channel.close(); window.close(); }, 300);
`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="/favicon.svg">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Tendril</title>
<style nonce="${nonce}">${style}</style></head><body><main><h1>${title}</h1>
<p>${escapeHtml(words)}</p><p>You can close this window.</p></main>
<script nonce="${nonce}">${script}</script></body></html>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The page runs its own inline script and nothing else. */
async function allowOwnScript(reply: FastifyReply, nonce: string): Promise<void> {
  const [none, own] = [["'none'"], [`'nonce-${nonce}'`]];
  const directives = {
    defaultSrc: none,
    scriptSrc: own,
    styleSrc: own,
    imgSrc: ["'self'"],
    baseUri: none,
    formAction: none,
    frameAncestors: none,
  };
  reply.removeHeader('content-security-policy');
  await reply.helmet({ contentSecurityPolicy: { useDefaults: false, directives } });
}
