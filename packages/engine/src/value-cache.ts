interface Entry {
  key: readonly unknown[];
  value: Promise<Record<string, unknown>>;
}

/** For how many sets of inputs a node's values are cached; loaders whose text depends on the question need a few. */
const entriesPerNode = 4;

function isSame(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((value, index) => Object.is(value, right[index]));
}

/**
 * Values that the runs of one flow version share: model clients, loaded documents, in-memory indexes. A key is the list
 * of the node's input values; earlier shared values compare by identity, so a change propagates.
 */
export class ValueCache {
  readonly #entries = new Map<string, Entry[]>();

  find(nodeId: string, key: readonly unknown[]): Promise<Record<string, unknown>> | undefined {
    return this.#entries.get(nodeId)?.find((entry) => isSame(entry.key, key))?.value;
  }

  /** Caches a value that is being created; one that fails is dropped, so that the next run tries again. */
  keep(nodeId: string, key: readonly unknown[], value: Promise<Record<string, unknown>>): void {
    const entry = { key, value };
    const entries = this.#entries.get(nodeId) ?? [];
    this.#entries.set(nodeId, [entry, ...entries].slice(0, entriesPerNode));
    value.catch(() => {
      const kept = this.#entries.get(nodeId) ?? [];
      this.#entries.set(
        nodeId,
        kept.filter((candidate) => candidate !== entry),
      );
    });
  }
}
