import { AppError } from '@tendril/contract/app-error';
import type { AnalyticReceiver } from './active-receivers.ts';
import { langfuseAttributes } from './langfuse-attributes.ts';
import { langsmithAttributes } from './langsmith-attributes.ts';
import { openInferenceAttributes } from './open-inference.ts';
import type { Attributes, TraceSpan } from './trace-span.ts';

type Secret = Readonly<Record<string, string>>;

/** The run that spans belong to, as far as receivers ask for it. */
interface TraceOwner {
  readonly sessionId: string;
  readonly flowName: string;
}

/** How one vendor takes traces. */
interface ReceiverKind {
  /** The whole address, from the stored secret. */
  url(secret: Secret): string;
  headers(secret: Secret, receiver: AnalyticReceiver): Record<string, string>;
  /** It reads the binary form only. */
  isBinary?: true;
  /** What it wants to know beside the standard names. */
  attributes(span: TraceSpan, owner: TraceOwner, receiver: AnalyticReceiver): Attributes;
  resource?(receiver: AnalyticReceiver): Attributes;
}

const project = ({ projectName }: AnalyticReceiver) => projectName || 'default';
const openInference = (span: TraceSpan, { sessionId }: TraceOwner) =>
  openInferenceAttributes(span, sessionId);
const bearer = (key: string | undefined) => ({ authorization: `Bearer ${(key ?? '').trim()}` });

function addressIn(given: string | undefined, preset: string, path: string): string {
  const base = (given?.trim() || preset).replace(/(?<!\/)\/+$/, '');
  return base.endsWith(path) ? base : `${base}${path}`;
}

/** The receivers by their key in a flow's `analytic`. */
export const receiverKinds: Readonly<Record<string, ReceiverKind>> = {
  langFuse: {
    url: ({ langFuseEndpoint }) =>
      addressIn(langFuseEndpoint, 'https://cloud.langfuse.com', '/api/public/otel/v1/traces'),
    headers: ({ langFusePublicKey = '', langFuseSecretKey = '' }) => ({
      authorization: `Basic ${Buffer.from(`${langFusePublicKey.trim()}:${langFuseSecretKey.trim()}`).toString('base64')}`,
      'x-langfuse-ingestion-version': '4',
    }),
    attributes: (span, owner, { release }) => langfuseAttributes(span, { ...owner, release }),
  },
  langSmith: {
    url: ({ langSmithEndpoint }) =>
      addressIn(langSmithEndpoint, 'https://api.smith.langchain.com', '/otel/v1/traces'),
    headers: ({ langSmithApiKey = '' }, receiver) => ({
      'x-api-key': langSmithApiKey.trim(),
      'langsmith-project': project(receiver),
    }),
    attributes: (span, { sessionId, flowName }) => langsmithAttributes(span, sessionId, flowName),
  },
  phoenix: {
    url: ({ phoenixEndpoint }) => addressIn(phoenixEndpoint, 'https://app.phoenix.arize.com', '/v1/traces'),
    // Older servers know the second name only.
    headers: ({ phoenixApiKey = '' }) => ({ ...bearer(phoenixApiKey), api_key: phoenixApiKey.trim() }),
    isBinary: true,
    attributes: openInference,
    resource: (receiver) => ({ 'openinference.project.name': project(receiver) }),
  },
  arize: {
    url: ({ arizeEndpoint }) => addressIn(arizeEndpoint, 'https://otlp.arize.com', '/v1/traces'),
    headers: ({ arizeApiKey = '', arizeSpaceId = '' }) => ({
      api_key: arizeApiKey.trim(),
      space_id: arizeSpaceId.trim(),
    }),
    isBinary: true,
    attributes: openInference,
    resource: (receiver) => ({
      'openinference.project.name': project(receiver),
      model_id: project(receiver),
    }),
  },
  opik: {
    url: ({ opikUrl }) => addressIn(opikUrl, 'https://www.comet.com/opik/api', '/v1/private/otel/v1/traces'),
    headers: ({ opikApiKey = '', opikWorkspace = '' }, receiver) => ({
      authorization: opikApiKey.trim(),
      projectname: receiver.opikProjectName || project(receiver),
      'comet-workspace': opikWorkspace.trim(),
    }),
    isBinary: true,
    attributes: openInference,
  },
  langWatch: {
    url: ({ langWatchEndpoint }) =>
      addressIn(langWatchEndpoint, 'https://app.langwatch.ai', '/api/otel/v1/traces'),
    headers: ({ langWatchApiKey }) => bearer(langWatchApiKey),
    attributes: openInference,
  },
  lunary: {
    url: ({ lunaryEndpoint }) => addressIn(lunaryEndpoint, 'https://api.lunary.ai', '/v1/otel/v1/traces'),
    headers: ({ lunaryAppId }) => bearer(lunaryAppId),
    isBinary: true,
    attributes: openInference,
  },
  openTelemetry: {
    url: ({ otlpEndpoint }) => {
      if (!otlpEndpoint?.trim())
        throw new AppError('INVALID_INPUT', 'The secret for OpenTelemetry has no endpoint.');
      return addressIn(otlpEndpoint, '', '/v1/traces');
    },
    headers: ({ otlpHeaders = '' }) => readHeaders(otlpHeaders),
    attributes: () => ({}),
    resource: ({ projectName }) => ({ 'service.namespace': projectName || undefined }),
  },
};

/** `name=value` pairs between commas, values percent-encoded where they need it, as `OTEL_EXPORTER_OTLP_HEADERS` has them. */
function readHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => {
    const cut = pair.indexOf('=');
    return [
      pair.slice(0, Math.max(cut, 0)).trim().toLowerCase(),
      decoded(pair.slice(cut + 1).trim()),
    ] as const;
  });
  return Object.fromEntries(pairs.filter(([name]) => name !== ''));
}

function decoded(value: string): string {
  return /%(?![0-9a-f]{2})/i.test(value) ? value : decodeURIComponent(value);
}
