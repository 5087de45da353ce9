import * as z from 'zod';
import { setting } from './setting.ts';

const address = z.url({ protocol: /^https?$/ }).optional();

const headers = z
  .string()
  .default('')
  .transform((text, context) =>
    Object.fromEntries(
      text
        .split(',')
        .filter((part) => part.trim() !== '')
        .map((part) => {
          const cut = part.indexOf('=');
          if (cut < 1) context.addIssue('must be name=value, comma between them');
          return [part.slice(0, cut).trim().toLowerCase(), decodeURIComponent(part.slice(cut + 1).trim())];
        }),
    ),
  );

/** What others may see of the server, and where it sends that; the names are those of OpenTelemetry. */
export const telemetrySettings = {
  metricsToken: setting(
    'METRICS_TOKEN',
    'none: only from this machine',
    'Token that readers of /metrics send as "Authorization: Bearer …"; without it, they have to ask from this machine itself.',
    z.string().min(16, 'must be at least 16 characters').optional(),
  ),
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'nothing is sent',
    'Address of an OpenTelemetry collector: metrics go to its /v1/metrics every minute, traces of all runs and calls to its /v1/traces.',
    address,
  ),
  otlpTracesEndpoint: setting(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    'OTEL_EXPORTER_OTLP_ENDPOINT with /v1/traces',
    'The whole address that takes traces, where it is another one.',
    address,
  ),
  otlpMetricsEndpoint: setting(
    'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
    'OTEL_EXPORTER_OTLP_ENDPOINT with /v1/metrics',
    'The whole address that takes metrics, where it is another one.',
    address,
  ),
  otlpHeaders: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    'none',
    'Headers for the collector: name=value, comma between them, values as in URLs (authorization=Bearer%20key).',
    headers,
  ),
  otlpProtocol: setting(
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    'http/protobuf',
    'Form of what is sent: http/protobuf or http/json.',
    z.enum(['http/protobuf', 'http/json']).default('http/protobuf'),
  ),
  captureContent: setting(
    'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT',
    'false',
    'true sends questions, answers, prompts and what tools got and gave along with those traces.',
    z.enum(['true', 'false']).default('false'),
  ),
};
