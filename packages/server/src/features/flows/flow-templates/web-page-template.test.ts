import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TemplateDetail } from '@tendril/contract/api/template-gallery';
import type { LoggedEvent } from '@tendril/contract/run-event';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFlow, studio } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const page = `<html><body><h1>Example</h1><p>This domain is for use in documentation examples.</p>
<p>Nobody has to ask for permission.</p></body></html>`;

let pages: Server;
let app: TestApp;
let user: TestUser;
let address: string;

beforeAll(async () => {
  pages = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page));
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(pages.address() as AddressInfo).port}`;
  address = `http://${host}/`;
  app = await createTestApp({ config: { egressAllow: [host] } });
  user = await app.signIn();
});

afterAll(async () => {
  await app.close();
  pages.close();
});

it('the template over a web page answers from the page it is pointed at', async () => {
  const detail = await user.inject({ method: 'GET', url: `${studio}/templates/web-page-answers` });
  const { flowData, questions } = detail.json<TemplateDetail>();
  const scraper = flowData?.nodes.find((node) => node.data.name === 'cheerioWebScraper');
  if (!flowData || !scraper) throw new Error('The template has no scraper.');
  scraper.data.inputs = { ...scraper.data.inputs, url: address };
  const id = await makeFlow(user, flowData);
  const run = await user.inject({
    method: 'POST',
    url: `${studio}/flows/${id}/runs`,
    payload: { question: questions[0] },
  });
  const events = run.body
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)) as LoggedEvent);
  expect(events.findLast((event) => event.type === 'text')?.text).toContain('examples');
});
