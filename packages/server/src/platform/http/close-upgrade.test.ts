import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let port: number;

beforeAll(async () => {
  app = await createTestApp();
  port = Number(new URL(await app.listen()).port);
});
afterAll(() => app.close());

/** What a socket answers to two requests, the first of which wants another protocol, until the server closes it. */
const send = (path: string, protocol: string) =>
  new Promise<string>((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => {
      const upgrade = `Connection: Upgrade\r\nUpgrade: ${protocol}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==`;
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n\r\n`);
      socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
    });
    socket.setEncoding('utf8').on('data', (part: string) => {
      answer += part;
    });
    socket.on('error', reject).on('close', () => resolve(answer));
  });

it.each([
  ['/api/%zz', 'websocket', 400],
  ['/api/core/v1/auths/profile', 'websocket', 401],
  ['/api/%zz', 'h2c', 400],
  ['/api/core/v1/auths/profile', 'h2c', 401],
])('%s as %s: is refused, and says that the connection is closed', async (path, protocol, status) => {
  const answer = await send(path, protocol);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer.toLowerCase()).toContain('connection: close');
  expect(answer.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
});
