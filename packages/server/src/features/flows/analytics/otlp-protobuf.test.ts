import { expect, it } from 'vitest';
import { encodeOtlpRequest } from './otlp-protobuf.ts';
import { otlpRequest, toOtlpSpan } from './otlp-request.ts';

type Field = [number: number, content: Buffer | bigint];

/** The fields of a message, as any reader of the format finds them. */
function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at] ?? 0;
      at += 1;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = Number(varint());
    const wire = tag & 7;
    const number = tag >> 3;
    if (wire === 0) fields.push([number, varint()]);
    else {
      const length = wire === 1 ? 8 : Number(varint());
      fields.push([number, message.subarray(at, at + length)]);
      at += length;
    }
  }
  return fields;
}

function inside(message: Buffer, ...path: number[]): Buffer {
  return path.reduce((outer, number) => {
    const found = fieldsOf(outer).find(([one]) => one === number)?.[1];
    if (!Buffer.isBuffer(found)) throw new Error(`No field ${number}`);
    return found;
  }, message);
}

it('the binary form has every field of a span under its number', () => {
  const span = toOtlpSpan(
    {
      traceId: '01890a5dac96774bbcceb302099a8057',
      spanId: '00000000000000ff',
      parentSpanId: 'ff00000000000000',
      role: 'model',
      name: 'chat ü',
      startMs: 1_700_000_000_123,
      endMs: 1_700_000_000_456,
      error: 'It broke.',
      attributes: {},
    },
    { count: 300, temperature: 1, isOn: true, list: ['a', 'b'], text: 'x'.repeat(200) },
  );
  const encoded = encodeOtlpRequest(otlpRequest({ where: 'here' }, '1.0', [span]));
  expect(inside(encoded, 1, 1, 1, 1).toString()).toBe('service.name');
  expect(inside(encoded, 1, 2, 1, 1).toString()).toBe('tendril');
  const message = inside(encoded, 1, 2, 2);
  expect(inside(message, 1).toString('hex')).toBe('01890a5dac96774bbcceb302099a8057');
  expect(inside(message, 2).toString('hex')).toBe('00000000000000ff');
  expect(inside(message, 4).toString('hex')).toBe('ff00000000000000');
  expect(inside(message, 5).toString()).toBe('chat ü');
  expect(fieldsOf(message).find(([number]) => number === 6)?.[1]).toBe(3n);
  expect(inside(message, 7).readBigUInt64LE()).toBe(1_700_000_000_123_000_000n);
  expect(inside(message, 8).readBigUInt64LE()).toBe(1_700_000_000_456_000_000n);
  expect(inside(message, 15, 2).toString()).toBe('It broke.');
  expect(fieldsOf(inside(message, 15)).find(([number]) => number === 3)?.[1]).toBe(2n);
  const values = new Map(
    fieldsOf(message)
      .filter(([number]) => number === 9)
      .map(([, content]) => [inside(content as Buffer, 1).toString(), inside(content as Buffer, 2)]),
  );
  const encodedValue = (key: string) => values.get(key) ?? Buffer.alloc(0);
  expect(fieldsOf(encodedValue('count'))).toEqual([[3, 300n]]);
  expect(inside(encodedValue('temperature'), 4).readDoubleLE()).toBe(1);
  expect(fieldsOf(encodedValue('isOn'))).toEqual([[2, 1n]]);
  expect(
    fieldsOf(inside(encodedValue('list'), 5)).map(([, one]) => inside(one as Buffer, 1).toString()),
  ).toEqual(['a', 'b']);
  expect(inside(encodedValue('text'), 1)).toHaveLength(200);
});
