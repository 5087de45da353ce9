import { spanText } from './span-text.ts';
import type { Attributes, AttributeValue, TraceSpan } from './trace-span.ts';

interface OtlpValue {
  stringValue?: string;
  boolValue?: boolean;
  intValue?: string;
  doubleValue?: number;
  arrayValue?: { values: OtlpValue[] };
}

export interface OtlpAttribute {
  key: string;
  value: OtlpValue;
}

/** A span in the JSON of OTLP. */
export interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: OtlpAttribute[];
  links?: { traceId: string; spanId: string }[];
  status: { code: number; message?: string };
}

/** The body of a request to `/v1/traces`. */
export interface OtlpRequest {
  resourceSpans: {
    resource: { attributes: OtlpAttribute[] };
    scopeSpans: { scope: { name: string; version: string }; spans: OtlpSpan[] }[];
  }[];
}

const internal = 1;
const client = 3;
const errorStatus = 2;
/** Fractions by their convention, also where the value happens to be whole. */
const isFraction = /temperature|top_p|penalty|first_chunk|cost/;
const asksOthers = new Set(['model', 'embedding', 'retrieval', 'request']);

function otlpAttributes(attributes: Attributes): OtlpAttribute[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: otlpValue(key, value) }],
  );
}

function otlpValue(key: string, value: AttributeValue): OtlpValue {
  switch (typeof value) {
    case 'string':
      return { stringValue: value };
    case 'boolean':
      return { boolValue: value };
    case 'number':
      return Number.isInteger(value) && !isFraction.test(key)
        ? { intValue: String(value) }
        : { doubleValue: value };
    default:
      return { arrayValue: { values: value.map((stringValue) => ({ stringValue })) } };
  }
}

/** A span with the names that its receiver wants beside the standard ones. */
export function toOtlpSpan(span: TraceSpan, more: Attributes): OtlpSpan {
  const { traceId, spanId, parentSpanId, link, name, role, startMs, endMs = startMs, error } = span;
  const attributes = { ...span.attributes, ...(error && { 'error.type': 'error' }), ...more };
  return {
    traceId,
    spanId,
    ...(parentSpanId && { parentSpanId }),
    name: name.slice(0, 500),
    kind: asksOthers.has(role) ? client : internal,
    startTimeUnixNano: nanoseconds(startMs),
    endTimeUnixNano: nanoseconds(endMs),
    attributes: otlpAttributes(attributes),
    ...(link && { links: [link] }),
    status: error ? { code: errorStatus, message: spanText(error) ?? '' } : { code: 0 },
  };
}

export function otlpRequest(resource: Attributes, version: string, spans: OtlpSpan[]): OtlpRequest {
  return {
    resourceSpans: [
      {
        resource: {
          attributes: otlpAttributes({
            'service.name': 'tendril',
            'service.version': version,
            ...resource,
          }),
        },
        scopeSpans: [{ scope: { name: 'tendril', version }, spans }],
      },
    ],
  };
}

function nanoseconds(ms: number): string {
  return `${Math.round(ms)}000000`;
}
