import { request } from 'node:http';
import { csrfCookie, csrfHeader } from '@tendril/contract/api/session-cookies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatedFlow, makeFlow, studio } from '../../testing/flow-fixtures.ts';
import { gatedCatalogue } from '../../testing/gated-catalogue.ts';
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

const megabyte = 1024 * 1024;
const head = '--b\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\n';

describe('a form on its way in', () => {
  let app: TestApp;
  let user: TestUser;
  let url: URL;

  beforeAll(async () => {
    app = await createTestApp({
      catalogue: gatedCatalogue().catalogue,
      config: { uploadFileMb: 200, uploadRequestMb: 250 },
    });
    user = await app.signIn();
    const id = await makeFlow(user, await gatedFlow(user));
    url = new URL(`${await app.listen()}${studio}/flows/${id}/files`);
  });
  afterAll(() => app.close());

  /** Sends a file of `size` bytes piece by piece, as fast as it is taken. */
  function send(size: number): Promise<{ status: number; body: string }> {
    const cookie = Object.entries(user.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    const headers = {
      cookie,
      [csrfHeader]: user.cookies[csrfCookie] ?? '',
      'content-type': 'multipart/form-data; boundary=b',
    };
    return new Promise((resolve, reject) => {
      const outgoing = request(url, { method: 'POST', headers }, async (response) => {
        let body = '';
        for await (const part of response) body += part;
        resolve({ status: response.statusCode ?? 0, body });
      });
      outgoing.on('error', reject);
      const piece = Buffer.alloc(megabyte, 'x');
      let left = size;
      const writeMore = () => {
        while (left > 0) {
          left -= piece.length;
          if (!outgoing.write(piece)) return void outgoing.once('drain', writeMore);
        }
        outgoing.end('\r\n--b--\r\n');
      };
      outgoing.write(head);
      writeMore();
    });
  }

  it('F-09g: is streamed to the disk and never whole in memory', async () => {
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }, 5);
    const answer = await send(190 * megabyte);
    clearInterval(watch);
    expect([answer.status, answer.body]).toEqual([200, expect.stringContaining('a.txt')]);
    expect(most).toBeLessThan(120 * megabyte);
  });

  it('ATK-037: is refused while it comes, and its sender sees why', async () => {
    const answer = await send(220 * megabyte);
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([413, 'TOO_LARGE']);
    expect((await app.inject({ url: '/health/live' })).statusCode).toBe(200);
  });
});
