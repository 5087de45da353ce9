declare global {
  interface Window {
    __nonce__?: string;
  }
}

/** The page's own value, in case `boot.js` failed to load. */
function readNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return nonce && !nonce.startsWith('__') ? nonce : undefined;
}

/** The nonce the server put into the page for styles that scripts add (`boot.js` reads it); undefined where it put none. */
export function styleNonce(): string | undefined {
  return window.__nonce__ ?? readNonce();
}
