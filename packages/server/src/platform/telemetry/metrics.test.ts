import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readMetrics } from '@tendril/contract/api/server-status';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createServerMetrics } from './server-metrics.ts';

const token = 'a-token-of-some-length';
let server: TestApp | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function ask(headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') {
  server ??= await createTestApp({ config: { metricsToken: token } });
  return server.inject({ method: 'GET', url: readMetrics.path, headers, remoteAddress });
}

it('metrics are read from this machine, or with the token', async () => {
  const own = await ask();
  expect(own.statusCode).toBe(200);
  expect(own.headers['content-type']).toContain('text/plain');
  expect((await ask({ authorization: `Bearer ${token}` }, '203.0.113.9')).statusCode).toBe(200);
});

it.each([
  ['without a token from elsewhere', {}, '203.0.113.9'],
  ['with a wrong token', { authorization: 'Bearer a-token-of-some-lengtH' }, '203.0.113.9'],
  ['with a wrong token from this machine', { authorization: 'Bearer no' }, '127.0.0.1'],
  ['for somebody whom a proxy on this machine speaks for', { 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
  ['for somebody who claims to be this machine', { 'x-forwarded-for': '127.0.0.1' }, '203.0.113.9'],
  ['for somebody behind another kind of proxy', { forwarded: 'for=127.0.0.1' }, '127.0.0.1'],
])('metrics are refused %s', async (_name, headers, address) => {
  expect((await ask(headers, address)).statusCode).toBe(403);
});

it('metrics count requests by area and show what is in progress', async () => {
  await ask();
  const { body } = await ask();
  expect(body).toMatch(
    /tendril_http_request_duration_seconds_count\{method="GET",area="Server",status="2xx"\} 1/,
  );
  expect(body).toContain('# TYPE tendril_http_request_duration_seconds histogram');
  expect(body).toContain('tendril_write_errors_total 0');
  expect(body).toContain('tendril_audio_late_frames_total 0');
  expect(body).toContain('tendril_runs_active 0');
  expect(body).toContain('tendril_calls_active 0');
  expect(body).toContain('tendril_streams_open 0');
  expect(body).toContain('tendril_job_age_oldest_seconds 0');
  expect(body).toMatch(/tendril_event_loop_delay_seconds\{percentile="99"\}|tendril_processes 1/);
  expect(body).toMatch(/target_info\{service_name="tendril".*service_instance_id="[0-9a-f-]{36}"/);
});

it('names that people choose cannot make more than a bounded number of series', () => {
  const { tokens } = createServerMetrics();
  for (let model = 0; model < 10_000; model += 1) tokens.add(1, `model-${model}`, 'input');
  const series = [...tokens.series.entries()];
  expect(series.length).toBeLessThan(130);
  expect(series.reduce((sum, [, value]) => sum + value.sum, 0)).toBe(10_000);
  expect(series.find(([{ model }]) => model === 'other')?.[1].sum).toBeGreaterThan(9000);
});

it.each(['http/protobuf', 'http/json'] as const)(
  'metrics are sent to a collector as %s, when the server stops at the latest',
  async (otlpProtocol) => {
    const got: { url: string; type: string; key: string; body: string }[] = [];
    const collector = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { headers, url = '' } = request;
        const [type = '', key = ''] = [headers['content-type'], String(headers['x-key'])];
        got.push({ url, type, key, body: Buffer.concat(parts).toString('latin1') });
        response.end();
      });
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const { port } = collector.address() as AddressInfo;
    const config = {
      otlpEndpoint: `http://127.0.0.1:${port}/`,
      otlpHeaders: { 'x-key': 'abc' },
      otlpProtocol,
    };
    const app = await createTestApp({ config, log: pino({ level: 'silent' }) });
    await app.inject({ method: 'GET', url: '/health/live' });
    await app.close();
    collector.close();
    expect(got).toHaveLength(1);
    expect(got[0]).toMatchObject({
      url: '/v1/metrics',
      key: 'abc',
      type: otlpProtocol === 'http/json' ? 'application/json' : 'application/x-protobuf',
    });
    expect(got[0]?.body).toContain('tendril_http_request_duration_seconds');
  },
);
