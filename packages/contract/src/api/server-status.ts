import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Server';

export const readVersion = endpoint({
  method: 'GET',
  path: `${studioPrefix}/version`,
  auth: 'public',
  tag,
  summary: 'The running version.',
  response: z.object({ version: z.string() }),
});

/** The latest public release, or nulls where no releases API is set or it cannot be reached. */
export const readLatestRelease = endpoint({
  method: 'GET',
  path: `${studioPrefix}/version/latest`,
  auth: 'session',
  permits: 'member',
  tag,
  summary: 'The newest release, as the public releases API names it.',
  response: z.object({
    /** Whether a releases API is set. */
    isConfigured: z.boolean(),
    name: z.string().nullable(),
    html_url: z.string().nullable(),
    published_at: z.string().nullable(),
  }),
});

export const ping = endpoint({
  method: 'GET',
  path: `${studioPrefix}/ping`,
  auth: 'public',
  tag,
  summary: 'Answers "pong".',
  response: z.string(),
});

const health = z.object({ status: z.string() });
export const healthLive = endpoint({
  method: 'GET',
  path: '/health/live',
  auth: 'public',
  tag,
  summary: 'The process answers.',
  response: health,
});
/** For those who are on the machine itself, or send METRICS_TOKEN. */
export const readMetrics = endpoint({
  method: 'GET',
  path: '/metrics',
  auth: 'token',
  tag,
  summary: 'What this process counts, in the text form of Prometheus; to loopback or with METRICS_TOKEN.',
  media: 'text/plain',
});
export const healthReady = endpoint({
  method: 'GET',
  path: '/health/ready',
  auth: 'public',
  tag,
  summary: 'The server takes requests.',
  response: health,
});
