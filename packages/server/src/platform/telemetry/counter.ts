import { type MetricDefinition, Series } from './series.ts';

const mostSeries = 200;

/** A sum that only grows. Adding is two look-ups and an addition: it may stand on a hot path. */
export class Counter {
  readonly series: Series<{ sum: number }>;
  /** When something was last added. */
  lastAt: number | undefined;

  constructor(definition: MetricDefinition, most = mostSeries) {
    this.series = new Series(definition, () => ({ sum: 0 }), most);
    // One that appears with its first event has never grown, to a monitor that watches its growth.
    if (definition.labels.length === 0) this.series.of([]);
  }

  add(amount: number, ...labels: string[]): void {
    if (!(amount > 0)) return;
    this.series.of(labels).sum += amount;
    this.lastAt = Date.now();
  }
}
