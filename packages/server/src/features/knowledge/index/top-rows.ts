export interface ScoredRow {
  row: number;
  score: number;
}

/** The best of many rows, while they are passed: a heap with the worst of them on top. */
export class TopRows {
  readonly #most: number;
  readonly #scores: number[] = [];
  readonly #rows: number[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  add(row: number, score: number): void {
    if (this.#rows.length < this.#most) {
      this.#rows.push(row);
      this.#scores.push(score);
      this.#rise(this.#rows.length - 1);
    } else if (
      this.#most > 0 &&
      this.#isWorse(this.#rows[0] as number, this.#scores[0] as number, row, score)
    ) {
      this.#rows[0] = row;
      this.#scores[0] = score;
      this.#sink();
    }
  }

  /** The score that a row has to exceed, or to reach with a smaller number. */
  get floor(): number {
    return this.#rows.length < this.#most
      ? Number.NEGATIVE_INFINITY
      : (this.#scores[0] ?? Number.POSITIVE_INFINITY);
  }

  /** Best first; of equal ones, the smaller number. */
  sorted(): ScoredRow[] {
    return this.#rows
      .map((row, at) => ({ row, score: this.#scores[at] as number }))
      .sort((one, other) => other.score - one.score || one.row - other.row);
  }

  #isWorse(row: number, score: number, otherRow: number, otherScore: number): boolean {
    return score < otherScore || (score === otherScore && row > otherRow);
  }

  #isWorseAt(one: number, other: number): boolean {
    const { [one]: row = 0, [other]: otherRow = 0 } = this.#rows;
    const { [one]: score = 0, [other]: otherScore = 0 } = this.#scores;
    return this.#isWorse(row, score, otherRow, otherScore);
  }

  #swap(one: number, other: number): void {
    const row = this.#rows[one] as number;
    const score = this.#scores[one] as number;
    this.#rows[one] = this.#rows[other] as number;
    this.#scores[one] = this.#scores[other] as number;
    this.#rows[other] = row;
    this.#scores[other] = score;
  }

  #rise(from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isWorseAt(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #sink(): void {
    let at = 0;
    for (;;) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < this.#rows.length && this.#isWorseAt(child, worst)) worst = child;
      if (worst === at) return;
      this.#swap(at, worst);
      at = worst;
    }
  }
}
