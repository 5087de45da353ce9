/** A vector, ready to be compared with many. */
export interface ComparedVector {
  readonly vector: Float32Array;
  /** The length of its part that is compared last. */
  readonly restLength: number;
}

/** The part of a vector that is compared first. */
const firstShare = 1 / 4;
/** What the sums may be off by. */
const tolerance = 1e-4;

export function comparedVector(vector: Float32Array): ComparedVector {
  let sum = 0;
  for (let at = firstOf(vector); at < vector.length; at += 1) sum += (vector[at] as number) ** 2;
  return { vector, restLength: Math.sqrt(sum) };
}

/**
 * Whether the product of two vectors is at least `least`. The rest of two vectors adds no more than the product of its
 * lengths: most are told apart by their first part.
 */
export function isNear(one: ComparedVector, other: ComparedVector, least: number): boolean {
  const [left, right] = [one.vector, other.vector];
  if (left.length !== right.length || left.length === 0) return false;
  const first = firstOf(left);
  let product = 0;
  for (let at = 0; at < first; at += 1) product += (left[at] as number) * (right[at] as number);
  if (product + one.restLength * other.restLength < least - tolerance) return false;
  for (let at = first; at < left.length; at += 1) product += (left[at] as number) * (right[at] as number);
  return product >= least;
}

const firstOf = ({ length }: Float32Array) => Math.floor(length * firstShare);
