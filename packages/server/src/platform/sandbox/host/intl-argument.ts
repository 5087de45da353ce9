/** A value that the code inside handed to `Intl`. */
export type IntlArgument = number | bigint | string | string[] | undefined;

const maxDigits = 1000;
const maxListItems = 10_000;
const maxExponent = 400;

/** Reads a value by the kind that was sent with it: JSON has no bigints and no infinity. Throws RangeError. */
export function readArgument(kind: string, value: unknown): IntlArgument {
  if (kind === 'none') return undefined;
  if (kind === 'list') return readList(value);
  const text = String(value);
  if (kind === 'number') return Number(text);
  if (kind === 'bigint') {
    if (text.length > maxDigits) throw new RangeError(`A number has at most ${maxDigits} digits here.`);
    return BigInt(text);
  }
  return text;
}

/** A text that `Intl.NumberFormat` reads as an exact decimal; written out it could be endless. */
export function readDecimal(value: IntlArgument): number | bigint | Intl.StringNumericLiteral {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  const text = String(value);
  const exponent = Math.abs(Number(/e([+-]?\d+)\s*$/i.exec(text)?.[1] ?? 0));
  if (text.length > maxDigits || exponent > maxExponent) return Number(text);
  return text as Intl.StringNumericLiteral;
}

function readList(value: unknown): string[] {
  if (!Array.isArray(value) || value.length > maxListItems) {
    throw new RangeError(`A list has at most ${maxListItems} items here.`);
  }
  return value.map(String);
}
