import { csrfCookie, csrfHeader } from '@tendril/contract/api/session-cookies';
import { isStudioPath } from './address.ts';

/** The headers of one request, read again each time because a refresh changes the CSRF cookie. */
export function requestHeaders(method: string, path: string): Headers {
  const headers = new Headers({ accept: 'application/json' });
  const token = method === 'GET' ? undefined : readCookie(csrfCookie);
  if (token) headers.set(csrfHeader, token);
  const basic = isStudioPath(path) ? basicCredentials() : undefined;
  if (basic) {
    headers.set('authorization', basic);
    headers.set('x-request-from', 'internal');
  }
  return headers;
}

function readCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  return pair === undefined ? undefined : decodeURIComponent(pair.slice(name.length + 1));
}

// Only an installation behind an old proxy has these keys; we never write them.
function basicCredentials(): string | undefined {
  const username = localStorage.getItem('username');
  const password = localStorage.getItem('password');
  if (!username || !password) return undefined;
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
