import type { OtlpAttribute, OtlpRequest, OtlpSpan } from './otlp-request.ts';

type Value = OtlpAttribute['value'];

const fixed64 = 1;
const lengthDelimited = 2;

/**
 * The same request in the binary form of OTLP, which is all that some receivers accept. Field numbers are those of
 * `opentelemetry/proto/trace/v1/trace.proto`.
 */
export function encodeOtlpRequest({ resourceSpans }: OtlpRequest): Buffer {
  const parts = resourceSpans.map(({ resource, scopeSpans }) =>
    nested(1, [
      nested(1, attributesOf(1, resource.attributes)),
      ...scopeSpans.map(({ scope, spans }) =>
        nested(2, [
          nested(1, [text(1, scope.name), text(2, scope.version)]),
          ...spans.map((span) => nested(2, spanParts(span))),
        ]),
      ),
    ]),
  );
  return Buffer.concat(parts);
}

function spanParts(span: OtlpSpan): Buffer[] {
  const { traceId, spanId, parentSpanId, name, kind, attributes, links = [], status } = span;
  return [
    bytes(1, Buffer.from(traceId, 'hex')),
    bytes(2, Buffer.from(spanId, 'hex')),
    ...(parentSpanId ? [bytes(4, Buffer.from(parentSpanId, 'hex'))] : []),
    text(5, name),
    Buffer.concat([tag(6, 0), varint(BigInt(kind))]),
    time(7, span.startTimeUnixNano),
    time(8, span.endTimeUnixNano),
    ...attributesOf(9, attributes),
    ...links.map((link) =>
      nested(13, [bytes(1, Buffer.from(link.traceId, 'hex')), bytes(2, Buffer.from(link.spanId, 'hex'))]),
    ),
    nested(15, [
      ...(status.message ? [text(2, status.message)] : []),
      Buffer.concat([tag(3, 0), varint(BigInt(status.code))]),
    ]),
  ];
}

function attributesOf(field: number, attributes: readonly OtlpAttribute[]): Buffer[] {
  return attributes.map(({ key, value }) => nested(field, [text(1, key), nested(2, [anyValue(value)])]));
}

function anyValue({ stringValue, boolValue, intValue, doubleValue, arrayValue }: Value): Buffer {
  if (stringValue !== undefined) return text(1, stringValue);
  if (boolValue !== undefined) return Buffer.concat([tag(2, 0), varint(boolValue ? 1n : 0n)]);
  if (intValue !== undefined) return Buffer.concat([tag(3, 0), varint(BigInt.asUintN(64, BigInt(intValue)))]);
  if (arrayValue)
    return nested(
      5,
      arrayValue.values.map((one) => nested(1, [anyValue(one)])),
    );
  const number = Buffer.alloc(8);
  number.writeDoubleLE(doubleValue ?? 0);
  return Buffer.concat([tag(4, fixed64), number]);
}

function time(field: number, nanoseconds: string): Buffer {
  const number = Buffer.alloc(8);
  number.writeBigUInt64LE(BigInt(nanoseconds));
  return Buffer.concat([tag(field, fixed64), number]);
}

function text(field: number, value: string): Buffer {
  return bytes(field, Buffer.from(value, 'utf8'));
}

function nested(field: number, parts: readonly Buffer[]): Buffer {
  return bytes(field, Buffer.concat(parts));
}

function bytes(field: number, content: Buffer): Buffer {
  return Buffer.concat([tag(field, lengthDelimited), varint(BigInt(content.length)), content]);
}

function tag(field: number, wireType: number): Buffer {
  return varint(BigInt((field << 3) | wireType));
}

function varint(value: bigint): Buffer {
  const written: number[] = [];
  let rest = value;
  do {
    const low = Number(rest & 127n);
    rest >>= 7n;
    written.push(rest > 0n ? low | 128 : low);
  } while (rest > 0n);
  return Buffer.from(written);
}
