import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { VersionDialog } from './version-dialog.tsx';

let server: Server;
let release: object;
let asked: string[];

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const answer = request.url?.endsWith('/latest') ? release : { version: '1.2.3' };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/chatflows`,
  );
});

afterEach(async () => {
  cleanup();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function open(): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <VersionDialog onClose={() => undefined} />
    </QueryClientProvider>,
  );
}

it('SHELL-32, SHELL-33, SP-18: where no address is set, the dialog says so and where to set it', async () => {
  release = { isConfigured: false, name: null, html_url: null, published_at: null };
  open();
  expect((await screen.findByText(/set RELEASES_URL in the server settings/)).tagName).toBe('P');
  await screen.findByText('1.2.3');
  expect(screen.queryByText('Latest version')).toBeNull();
  expect(document.body.textContent).not.toContain('–');
});

it('API-12, SHELL-33, SHELL-34, SP-23: our own server is asked when the dialog opens, and read for name, page and date', async () => {
  const published_at = '2020-01-02T03:04:05Z';
  release = { isConfigured: true, name: 'v10', html_url: 'https://x.test/r', published_at };
  open();
  const link = await screen.findByRole('link', { name: 'v10' });
  expect(link.getAttribute('href')).toBe('https://x.test/r');
  const time = document.querySelector('time');
  expect(time?.dateTime).toBe(published_at);
  expect(time?.textContent).toMatch(/^\d+ years ago$/);
  expect(time?.title).toBe(new Date(published_at).toLocaleString());
  expect(document.body.textContent).not.toContain('RELEASES_URL');
  await waitFor(() => expect(asked.filter((path) => path.endsWith('/version/latest'))).toHaveLength(1));
});
