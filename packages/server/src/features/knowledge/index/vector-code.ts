/** A vector in seven bits a number: `(code - 64) * scale` is nearly what it was. */
interface VectorCode {
  /** Each from 1 to 127. */
  code: Uint8Array;
  scale: number;
}

/** A question in eight bits a number. */
export interface QuestionCode {
  code: Int8Array;
  scale: number;
  /** Of all its numbers. */
  sum: number;
}

/** What stands for zero. */
export const codeOfZero = 64;
const steps = 63;
const questionSteps = 127;

function largestOf(vector: Float32Array): number {
  let largest = 0;
  for (let at = 0; at < vector.length; at += 1) {
    const size = Math.abs(vector[at] as number);
    if (size > largest) largest = size;
  }
  return Number.isFinite(largest) ? largest : 0;
}

/** The code of a vector. One without a direction has the scale 0. */
export function toVectorCode(vector: Float32Array): VectorCode {
  const code = new Uint8Array(vector.length).fill(codeOfZero);
  const largest = largestOf(vector);
  if (largest === 0) return { code, scale: 0 };
  const factor = steps / largest;
  // Rounded half up by cutting: the operand is never negative.
  for (let at = 0; at < vector.length; at += 1)
    code[at] = ((vector[at] as number) * factor + codeOfZero + 0.5) | 0;
  return { code, scale: largest / steps };
}

/** The code of a question. */
export function toQuestionCode(vector: Float32Array): QuestionCode {
  const code = new Int8Array(vector.length);
  const largest = largestOf(vector);
  if (largest === 0) return { code, scale: 0, sum: 0 };
  const factor = questionSteps / largest;
  let sum = 0;
  for (let at = 0; at < vector.length; at += 1) {
    const value = Math.round((vector[at] as number) * factor);
    code[at] = value;
    sum += value;
  }
  return { code, scale: largest / questionSteps, sum };
}
