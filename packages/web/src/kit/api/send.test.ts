import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { login, readPreferences, savePreferences } from '@tendril/contract/api/auths';
import { listFlows } from '@tendril/contract/api/flows';
import { uploadFlowFiles } from '@tendril/contract/api/uploads';
import { listVoiceAgents } from '@tendril/contract/api/voice-agents';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNotifier } from '../state/notifier-store.ts';
import { call } from './call.ts';
import { RequestError } from './request-error.ts';
import { requestTimeoutMs } from './send.ts';

type Seen = { method: string; path: string; headers: IncomingMessage['headers']; body: string };
type Handler = (seen: Seen, response: ServerResponse) => void;

let server: Server;
let seen: Seen[] = [];
let handle: Handler;
const refreshPath = '/api/core/v1/auths/refresh-token';

const noFlows = {
  data: [],
  total: 0,
  counts: { all: 0, live: 0, draft: 0, never: 0 },
  tags: [],
  folders: [],
};
const isRefresh = (item: Seen) => item.path === refreshPath;
const answer = (response: ServerResponse, status: number, body: unknown) => {
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  response.writeHead(status, headers).end(text);
};

beforeEach(async () => {
  seen = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const item = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
      seen.push(item);
      handle(item, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/chatflows`,
  );
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('user', '{"name":"n","email":"e"}');
  vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
});

afterEach(async () => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it('API-04, AUTH-05, AUTH-06: a 401 is refreshed once with an empty body and the request replayed as it was', async () => {
  let isFresh = false;
  handle = (item, response) => {
    if (isRefresh(item)) isFresh = true;
    if (isRefresh(item)) return answer(response, 200, { data: { name: 'n', email: 'e' } });
    return isFresh
      ? answer(response, 200, { isDarkMode: true })
      : answer(response, 401, { code: 'UNAUTHORIZED', message: 'm' });
  };
  await expect(call(savePreferences, { body: { isDarkMode: true } })).resolves.toEqual({ isDarkMode: true });
  expect(seen.map((item) => item.method)).toEqual(['PUT', 'POST', 'PUT']);
  expect(seen[1]?.body).toBe('');
  expect(seen[2]).toMatchObject({ path: seen[0]?.path, body: seen[0]?.body });
});

it('AUTH-07: a replay that is answered 401 again causes no second refresh', async () => {
  handle = (item, response) =>
    answer(response, isRefresh(item) ? 200 : 401, { code: 'UNAUTHORIZED', message: 'm' });
  await expect(call(readPreferences)).rejects.toMatchObject({ status: 401 });
  expect(seen.filter(isRefresh)).toHaveLength(1);
  expect(seen).toHaveLength(3);
});

it('AUTH-01: a visitor without a session is refused as he is, without a refresh', async () => {
  localStorage.clear();
  handle = (_item, response) => answer(response, 401, { code: 'UNAUTHORIZED', message: 'm' });
  await expect(call(readPreferences)).rejects.toMatchObject({ status: 401 });
  expect(seen).toHaveLength(1);
  expect(window.location.assign).not.toHaveBeenCalled();
});

it('AUTH-08: a refresh that is answered 401 clears local storage and goes to the start page', async () => {
  localStorage.setItem('user', '{"name":"n","email":"e"}');
  localStorage.setItem('isDarkMode', 'true');
  handle = (_item, response) => answer(response, 401, { code: 'UNAUTHORIZED', message: 'm' });
  await expect(call(readPreferences)).rejects.toBeInstanceOf(RequestError);
  expect(localStorage).toHaveLength(0);
  expect(window.location.assign).toHaveBeenCalledWith('/');
});

it('AUTH-08: a refresh that fails otherwise clears nothing and the first error is reported', async () => {
  localStorage.setItem('user', '{"name":"n","email":"e"}');
  handle = (item, response) => answer(response, isRefresh(item) ? 503 : 401, { code: 'X', message: 'first' });
  await expect(call(readPreferences)).rejects.toMatchObject({ status: 401, message: 'first' });
  expect(localStorage.getItem('user')).not.toBeNull();
  expect(window.location.assign).not.toHaveBeenCalled();
});

it('AUTH-05: twenty parallel 401s share one refresh and are each replayed once', async () => {
  let isFresh = false;
  handle = (item, response) => {
    if (isRefresh(item)) {
      isFresh = true;
      return answer(response, 200, {});
    }
    return isFresh
      ? answer(response, 200, {})
      : answer(response, 401, { code: 'UNAUTHORIZED', message: 'm' });
  };
  await Promise.all(Array.from({ length: 20 }, () => call(readPreferences)));
  expect(seen.filter(isRefresh)).toHaveLength(1);
  // A request sent after the refresh is good at once; none is sent more than twice.
  expect(seen.length).toBeLessThanOrEqual(41);
});

it('AUTH-05: a 401 that arrives after somebody else refreshed is replayed without another refresh', async () => {
  handle = (item, response) => {
    if (seen.filter((other) => !isRefresh(other)).length > 1) return answer(response, 200, {});
    // Another tab finished its refresh while this request was on its way.
    localStorage.setItem('sessionRefreshes', '7');
    return answer(response, isRefresh(item) ? 500 : 401, { code: 'UNAUTHORIZED', message: 'm' });
  };
  await expect(call(readPreferences)).resolves.toEqual({});
  expect(seen.filter(isRefresh)).toHaveLength(0);
});

it('AUTH-03: a 401 at sign-in is reported and never refreshed', async () => {
  handle = (_item, response) =>
    answer(response, 401, { code: 'INVALID_CREDENTIALS', message: 'Invalid email or password' });
  await expect(call(login, { body: { email: 'a@b.c', password: 'x' } })).rejects.toMatchObject({
    code: 'INVALID_CREDENTIALS',
  });
  expect(seen).toHaveLength(1);
  expect(seen[0]?.path).toBe('/api/core/v1/auths/login');
});

it('AUTH-10: CSRF_ERROR reloads the page, at most once in ten seconds', async () => {
  handle = (_item, response) => answer(response, 403, { code: 'CSRF_ERROR', message: 'm' });
  await expect(call(savePreferences, { body: {} })).rejects.toMatchObject({ code: 'CSRF_ERROR' });
  await expect(call(savePreferences, { body: {} })).rejects.toMatchObject({ code: 'CSRF_ERROR' });
  expect(window.location.reload).toHaveBeenCalledTimes(1);
  expect(useNotifier.getState().notifications).toHaveLength(1);
  sessionStorage.setItem('csrfReloadAt', String(Date.now() - 10_001));
  await expect(call(savePreferences, { body: {} })).rejects.toMatchObject({ code: 'CSRF_ERROR' });
  expect(window.location.reload).toHaveBeenCalledTimes(2);
});

it('AUTH-10, ERR-03: CSRF_ERROR under a good status reloads too; an answer that only speaks of it does not', async () => {
  handle = (_item, response) => answer(response, 200, { code: 'CSRF_ERROR', message: 'm' });
  await expect(call(savePreferences, { body: {} })).rejects.toMatchObject({
    code: 'CSRF_ERROR',
    message: 'm',
  });
  expect(window.location.reload).toHaveBeenCalledTimes(1);
  sessionStorage.clear();
  handle = (_item, response) => answer(response, 200, { ...noFlows, tags: ['CSRF_ERROR'] });
  await expect(call(listFlows)).resolves.toMatchObject({ tags: ['CSRF_ERROR'] });
  expect(window.location.reload).toHaveBeenCalledTimes(1);
});

it('AUTH-10: writes echo the CSRF cookie, reads do not', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: it is what a browser has
  document.cookie = 'csrf_token=abc%3D';
  handle = (_item, response) => answer(response, 200, {});
  await call(savePreferences, { body: {} });
  await call(readPreferences);
  expect(seen.map((item) => item.headers['x-csrf-token'])).toEqual(['abc=', undefined]);
});

it('AUTH-11, AUTH-12: basic credentials go with studio calls only, and only when both are stored', async () => {
  handle = (item, response) => answer(response, 200, item.path.includes('/flows') ? noFlows : {});
  localStorage.setItem('username', 'u');
  await call(listFlows);
  localStorage.setItem('password', 'pä');
  await call(listFlows);
  await call(readPreferences);
  const basic = `Basic ${Buffer.from('u:pä').toString('base64')}`;
  expect(seen.map((item) => item.headers.authorization)).toEqual([undefined, basic, undefined]);
  expect(seen.map((item) => item.headers['x-request-from'])).toEqual([undefined, 'internal', undefined]);
});

it('ERR-09: an error code the page does not know is shown by its message', async () => {
  handle = (_item, response) => answer(response, 418, { code: 'X_1', message: 'm', requestId: 'r-1' });
  await expect(call(readPreferences)).rejects.toMatchObject({ code: 'X_1', message: 'm', requestId: 'r-1' });
});

it('ERR-09: a refusal without a readable body still has a sentence', async () => {
  handle = (_item, response) => response.writeHead(500).end('<html>');
  const error = await call(readPreferences).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ status: 500 });
  expect((error as Error).message).toMatch(/500/);
});

it('API-01, CONST-01, SP-17: calls of core and voice agents give up after 10,000 ms and studio calls do not', async () => {
  expect(requestTimeoutMs).toBe(10_000);
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  handle = (item, response) => answer(response, 200, item.path.includes('/flows') ? noFlows : {});
  await call(listFlows);
  expect(timeout).not.toHaveBeenCalled();
  await call(readPreferences);
  handle = (_item, response) => answer(response, 200, { data: [] });
  await call(listVoiceAgents);
  expect(timeout.mock.calls).toEqual([[10_000], [10_000]]);
});

it('API-01: a core call that hangs is given up when its time is over', async () => {
  const over = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over.signal);
  handle = () => over.abort(new DOMException('The time is over.', 'TimeoutError'));
  await expect(call(readPreferences)).rejects.toBeInstanceOf(RequestError);
  expect(seen).toHaveLength(1);
});

it('API-01, AUTH-13: every request carries the cookies', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  handle = (_item, response) => answer(response, 200, {});
  await call(readPreferences);
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ credentials: 'include' });
});

it('sends a form as the browser writes it, with the CSRF token', async () => {
  handle = (_item, response) => answer(response, 200, { names: ['a.txt'], value: 'FILE-STORAGE::["a.txt"]' });
  const form = new FormData();
  form.append('files', new Blob(['hello'], { type: 'text/plain' }), 'a.txt');
  expect(await call(uploadFlowFiles, { params: { id: 'flow' }, form })).toMatchObject({ names: ['a.txt'] });
  expect(seen[0]?.path).toBe('/api/agent-studio/v1/flows/flow/files');
  expect(seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; *boundary=/);
  expect(seen[0]?.body).toContain('hello');
});
