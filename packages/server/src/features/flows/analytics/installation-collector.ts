import { hostname } from 'node:os';
import type { OtlpTarget } from '../../../platform/telemetry/otlp-target.ts';
import { type OtlpSpan, otlpRequest, toOtlpSpan } from './otlp-request.ts';
import { sendTraces, type TraceDelivery } from './send-traces.ts';
import type { Attributes, TraceSpan } from './trace-span.ts';

/** The collector of OpenTelemetry that this installation names. */
export interface InstallationCollector {
  toSpan(span: TraceSpan): OtlpSpan;
  send(spans: OtlpSpan[], signal: AbortSignal): Promise<TraceDelivery>;
}

/** Attributes that hold what people, models and tools said. */
const contents: ReadonlySet<string> = new Set([
  'gen_ai.system_instructions',
  'gen_ai.input.messages',
  'gen_ai.output.messages',
  'gen_ai.tool.definitions',
  'gen_ai.tool.call.arguments',
  'gen_ai.tool.call.result',
  'gen_ai.retrieval.query.text',
  'gen_ai.retrieval.documents',
]);

/** Sends the traces of all runs and calls there; undefined where it takes no traces. */
export function createInstallationCollector(
  { tracesUrl, headers, isBinary, hasContent, egress }: OtlpTarget,
  version: string,
  processId: string,
): InstallationCollector | undefined {
  if (tracesUrl === undefined) return undefined;
  const resource = {
    'service.instance.id': processId,
    'host.name': hostname(),
    'process.pid': process.pid,
  };
  return {
    toSpan: (span) => toOtlpSpan(hasContent ? span : withoutContent(span), {}),
    send: (spans, signal) =>
      sendTraces(egress, {
        ...{ url: tracesUrl, headers, isBinary, signal },
        body: otlpRequest(resource, version, spans),
      }),
  };
}

// Vendors quote what they were sent in their errors, so of an error only remains that there was one.
function withoutContent(span: TraceSpan): TraceSpan {
  const attributes: Attributes = Object.fromEntries(
    Object.entries(span.attributes).filter(([name]) => !contents.has(name)),
  );
  return { ...span, attributes, ...(span.error && { error: 'error' }) };
}
