import { csrfCookie, csrfHeader } from '@tendril/contract/api/session-cookies';
import type { InjectOptions } from 'fastify';
import type { TestUser } from './test-app.ts';

/** Requests to whichever process is named last, with one session. */
export class PersonAtProcess {
  url = '';
  readonly #cookies = new Map<string, string>();

  async send(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; json: () => unknown; text: string }> {
    const response = await fetch(this.url + path, {
      method,
      headers: { ...this.headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const text = await response.text();
    return { status: response.status, text, json: () => JSON.parse(text) };
  }

  /** What says who asks. */
  get headers(): Record<string, string> {
    return {
      cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      origin: this.url,
      [csrfHeader]: this.#cookies.get(csrfCookie) ?? '',
    };
  }

  /** As the makers of test data take it. */
  get user(): TestUser {
    const inject = async ({ method = 'GET', url, payload }: InjectOptions) => {
      const answer = await this.send(method, String(url), payload as object);
      return { statusCode: answer.status, body: answer.text, json: answer.json };
    };
    return { inject } as unknown as TestUser;
  }
}
