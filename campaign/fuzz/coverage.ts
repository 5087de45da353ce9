import type { Operation } from '../../packages/server/src/testing/api-walk.ts';

/** How often each operation was asked for, and what it answered. */
export class Coverage {
  readonly #counts = new Map<string, Map<number, number>>();

  add({ method, path }: Operation, status: number): void {
    const name = `${method} ${path}`;
    const counts = this.#counts.get(name) ?? new Map<number, number>();
    counts.set(status, (counts.get(status) ?? 0) + 1);
    this.#counts.set(name, counts);
  }

  get operations(): number {
    return this.#counts.size;
  }

  /** Operations that were reached past validation, and how often altogether. */
  get reached(): { operations: number; requests: number } {
    const done = [...this.#counts.values()].map((counts) => doneOf(counts));
    return {
      operations: done.filter((count) => count > 0).length,
      requests: done.reduce((sum, count) => sum + count, 0),
    };
  }

  /** One line for each operation: those that were reached least come first. */
  lines(): string[] {
    return [...this.#counts]
      .toSorted(([, a], [, b]) => doneOf(a) - doneOf(b))
      .map(([name, counts]) => {
        const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
        const statuses = [...counts]
          .toSorted(([a], [b]) => a - b)
          .map(([status, count]) => `${status}: ${count}`);
        return `${String(doneOf(counts)).padStart(6)} of ${String(all).padStart(6)}  ${name}  (${statuses.join(', ')})`;
      });
  }
}

function doneOf(counts: ReadonlyMap<number, number>): number {
  return [...counts].reduce((sum, [status, count]) => sum + (status >= 200 && status < 400 ? count : 0), 0);
}
