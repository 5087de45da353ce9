import { corePrefix, studioPrefix } from '@tendril/contract/api/prefixes';
import { csrfCookie, csrfHeader } from '@tendril/contract/api/session-cookies';

export const owner = { name: 'Owner', email: 'owner@example.com', password: 'a long enough password' };

const toBody = (body: unknown): string | FormData =>
  typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body);

/** A signed-in person without a browser: keeps cookies and echoes the CSRF token. */
export class ApiClient {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();

  /** Where its server is. */
  get origin(): string {
    return this.#url;
  }

  constructor(url: string) {
    this.#url = url;
  }

  get cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Sends a request; `path` is whole, or begins after the studio's prefix. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ): Promise<Response> {
    const whole = path.startsWith('/api') ? path : `${studioPrefix}/${path}`;
    const response = await fetch(this.#url + whole, {
      method,
      headers: {
        cookie: this.cookieHeader,
        origin: this.#url,
        [csrfHeader]: this.#cookies.get(csrfCookie) ?? '',
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(signal && { signal }),
      ...(body !== undefined && { body: toBody(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const cut = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, cut), pair.slice(cut + 1));
    }
    return response;
  }

  /** Sends a request that has to succeed, and reads its JSON. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.send(method, path, body);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }

  async registerOwner(): Promise<this> {
    await this.call('POST', `${corePrefix}/auths/register`, owner);
    return this;
  }

  /** Renews a session that would end otherwise, as a page does. */
  async renewSession(): Promise<void> {
    await this.call('POST', `${corePrefix}/auths/refresh-token`);
  }

  async signIn(): Promise<this> {
    await this.call('POST', `${corePrefix}/auths/login`, { email: owner.email, password: owner.password });
    return this;
  }
}
