import type { EndpointDefinition, SentBody } from '@tendril/contract/api/endpoint';
import { csrfCookie, csrfHeader } from '@tendril/contract/api/session-cookies';

/** A client of a running server that acts like a browser: it keeps the cookies and echoes the CSRF token. */
export interface ApiClient {
  call<E extends EndpointDefinition>(
    endpoint: E,
    sent?: { params?: Record<string, string>; body?: SentBody<E> },
  ): Promise<{ status: number; body: unknown }>;
}

/** Creates a client for the server at an address such as `http://localhost:3000`. */
export function createApiClient(address: string): ApiClient {
  const cookies = new Map<string, string>();

  function keepCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  return {
    async call(endpoint, { params = {}, body } = {}) {
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(params[name] ?? ''),
      );
      const response = await fetch(new URL(path, address), {
        method: endpoint.method,
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          [csrfHeader]: cookies.get(csrfCookie) ?? '',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      keepCookies(response);
      const text = await response.text();
      return { status: response.status, body: text ? (JSON.parse(text) as unknown) : undefined };
    },
  };
}
