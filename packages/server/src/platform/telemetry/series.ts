/** What a metric is: its name and labels never change. */
export interface MetricDefinition {
  readonly name: string;
  readonly help: string;
  readonly unit?: string;
  readonly labels: readonly string[];
}

const separator = '\u0000';
const rest = 'other';

/**
 * Values by their labels. There are never more than `most`: labels that come later count together as "other", so that
 * nobody who names a model or a host can fill the memory.
 */
export class Series<T> {
  readonly definition: MetricDefinition;
  readonly #create: () => T;
  readonly #most: number;
  readonly #values = new Map<string, T>();

  constructor(definition: MetricDefinition, create: () => T, most: number) {
    this.definition = definition;
    this.#create = create;
    this.#most = most;
  }

  of(labels: readonly string[]): T {
    const key = labels.length === 1 ? (labels[0] ?? '') : labels.join(separator);
    const known = this.#values.get(key);
    if (known) return known;
    const isFull = this.#values.size >= this.#most;
    const kept = isFull ? labels.map(() => rest).join(separator) : key;
    const value = this.#values.get(kept) ?? this.#create();
    this.#values.set(kept, value);
    return value;
  }

  /** Each value with its labels by name. */
  *entries(): IterableIterator<[labels: Record<string, string>, value: T]> {
    for (const [key, value] of this.#values) {
      const parts = key.split(separator);
      yield [
        Object.fromEntries(this.definition.labels.map((label, index) => [label, parts[index] ?? ''])),
        value,
      ];
    }
  }
}
