import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const chunk = (content: string) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
const stream = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });

/** What a vendor of models can do wrong, by name. */
export const misdeeds: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'hangs before its headers': () => {},
  'hangs in the middle': (response) => stream(response).write(chunk('half')),
  'cuts the line': (response) => {
    stream(response).write(chunk('half'));
    setTimeout(() => response.destroy(), 50);
  },
  'cuts a letter in two': (response) => {
    const bytes = Buffer.from(chunk('größe'));
    stream(response).write(bytes.subarray(0, bytes.indexOf(0xc3) + 1));
    setTimeout(() => response.destroy(), 50);
  },
  'floods with one endless line': (response) => {
    stream(response);
    const flood = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', flood);
    flood();
  },
  'floods with words': (response) => {
    stream(response);
    const flood = () => {
      while (!response.destroyed && response.write(chunk('word '.repeat(500)).repeat(20)));
    };
    response.on('drain', flood);
    flood();
  },
  'sends a page': (response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works!</h1>'),
  'sends nothing': (response) => stream(response).end(),
  'sends nonsense': (response) =>
    stream(response).end('data: {"choices":[{"delta":{"content":12\n\ndata: [DONE]\n\n'),
  'sends other types': (response) =>
    stream(response).end(
      'data: {"choices":"none"}\n\ndata: null\n\ndata: []\n\ndata: {"choices":[{"delta":{"tool_calls":[{"function":{"arguments":5}}]}}]}\n\ndata: [DONE]\n\n',
    ),
  'says 500': (response) => response.writeHead(500).end('{"error":{"message":"CANARY-of-the-vendor"}}'),
  'says it is busy': (response) => response.writeHead(429, { 'retry-after': '1' }).end('{}'),
};

/** A local server that plays a vendor with one of the misdeeds. */
export async function startBadVendor(): Promise<{ port: number; misdeed: string; close(): void }> {
  const server = createServer((request, response) => {
    response.on('error', () => {});
    request.resume().on('end', () => misdeeds[vendor.misdeed]?.(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const vendor = {
    port: (server.address() as AddressInfo).port,
    misdeed: '',
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return vendor;
}
