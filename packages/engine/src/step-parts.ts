import type { StepPart } from '@tendril/contract/node/run-context';

/** The result of a piece of work inside a step, as plain JSON: all that a durable run has to store of it. */
export interface StoredPart {
  /** Of the visit of the node. */
  step: string;
  /** Within the step. */
  part: string;
  value: unknown;
}

/** Results of pieces of work, by the visit of the node and their place in it. */
export type PartsByStep = Map<string, Map<string, unknown>>;

interface PartsOfAttempt {
  /** The visit of the node. */
  step: string;
  isRetried: boolean;
  parts: PartsByStep;
  store(part: StoredPart): Promise<void>;
}

/** Results that were stored by an earlier process. */
export function partsOf(stored: readonly StoredPart[]): PartsByStep {
  const parts: PartsByStep = new Map();
  for (const { step, part, value } of stored) ofStep(parts, step).set(part, value);
  return parts;
}

function ofStep(parts: PartsByStep, step: string): Map<string, unknown> {
  const known = parts.get(step) ?? new Map<string, unknown>();
  parts.set(step, known);
  return known;
}

/**
 * The pieces of work of one attempt at a step. They are distinguished by their names and how often each has come, so that
 * another attempt finds what this one has done, while one attempt never finds its own.
 */
export function openParts({ step, isRetried, parts, store }: PartsOfAttempt): (name: string) => StepPart {
  const counts = new Map<string, number>();
  // What follows the first new result cannot have been begun by an earlier attempt.
  let mayBeRepeated = isRetried;

  const open = (within: string) => (name: string) => {
    const path = within === '' ? name : `${within}/${name}`;
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    const part = count === 1 ? path : `${path}#${count}`;
    const known = parts.get(step);
    const piece: StepPart = {
      key: `${step}/${part}`,
      isRetried: mayBeRepeated,
      ...(known?.has(part) && { known: { value: known.get(part) } }),
      async keep(value) {
        await store({ step, part, value });
        mayBeRepeated = false;
        ofStep(parts, step).set(part, value);
      },
      part: (inner) => open(part)(inner),
    };
    return piece;
  };
  return open('');
}
