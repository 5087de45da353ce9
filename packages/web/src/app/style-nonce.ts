declare global {
  interface Window {
    __nonce__?: string;
  }
}

/** The nonce the server put into the page for styles that scripts add (`boot.js` reads it); undefined where it put none. */
export function styleNonce(): string | undefined {
  return window.__nonce__;
}
