import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { studioPrefix } from '@tendril/contract/api/prefixes';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNotifier } from '../../kit/state/notifier-store.ts';
import { useImport } from './use-import.ts';

const bundle = { Variable: [{ id: 'v1', name: 'town', value: 'Oslo', type: 'static' }] };

let server: Server;
let seen: { path: string; body: string }[];
let answers: Record<string, [status: number, body: unknown]>;

beforeEach(async () => {
  seen = [];
  answers = {};
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const path = request.url?.replace(`${studioPrefix}/export-import/`, '') ?? '';
      seen.push({ path, body });
      const [status, answer] = answers[path] ?? [404, { code: 'NOT_FOUND', message: 'Not found' }];
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/chatflows`,
  );
  vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
});

afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  useNotifier.setState({ notifications: [] });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function lookAt(text: string) {
  const { result } = renderHook(() => useImport());
  await act(() => result.current.look(new File([text], 'mine.json', { type: 'application/json' })));
  return result;
}

const messages = () => useNotifier.getState().notifications.map(({ message }) => message);

it('IMPORT-02, IMPORT-03, IMPORT-04: where no look-through can be had, the file is sent directly', async () => {
  answers['import'] = [200, {}];
  const result = await lookAt(JSON.stringify(bundle));
  expect(seen.map(({ path }) => path)).toEqual(['inspect', 'import']);
  expect(JSON.parse(seen[1]?.body ?? '')).toEqual(bundle);
  expect(result.current.step).toEqual({ step: 'resting' });
  expect(messages()).toEqual(['Import All successful']);
  await waitFor(() => expect(window.location.reload).toHaveBeenCalledTimes(1), { timeout: 5000 });
});

it('IMPORT-05, ERR-01: what the look-through refuses is not sent, and the reason stays until it is closed', async () => {
  answers['inspect'] = [500, { message: 'bad' }];
  await lookAt(JSON.stringify(bundle));
  expect(seen.map(({ path }) => path)).toEqual(['inspect']);
  expect(messages()).toEqual(['Failed to import: bad']);
  expect(useNotifier.getState().notifications[0]?.options).toMatchObject({ variant: 'error', persist: true });
});

it('IMPORT-06, ERR-01: a failure without a message says that the file is invalid', async () => {
  answers['import'] = [500, {}];
  await lookAt(JSON.stringify(bundle));
  expect(messages()).toEqual(['Failed to import: Invalid Imported File']);
});
