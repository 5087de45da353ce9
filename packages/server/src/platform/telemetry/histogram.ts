import { type MetricDefinition, Series } from './series.ts';

const mostSeries = 200;

/** How many values were in which range. */
interface Distribution {
  count: number;
  sum: number;
  /** One for each bound, and one for what is above the last. */
  readonly counts: number[];
}

/** The distribution of a quantity over fixed bounds. */
export class Histogram {
  readonly bounds: readonly number[];
  readonly series: Series<Distribution>;

  constructor(definition: MetricDefinition, bounds: readonly number[], most = mostSeries) {
    this.bounds = bounds;
    const create = () => ({ count: 0, sum: 0, counts: new Array<number>(bounds.length + 1).fill(0) });
    this.series = new Series<Distribution>(definition, create, most);
  }

  record(value: number, ...labels: string[]): void {
    if (!(value >= 0)) return;
    const distribution = this.series.of(labels);
    let index = 0;
    while (index < this.bounds.length && value > (this.bounds[index] ?? 0)) index += 1;
    distribution.count += 1;
    distribution.sum += value;
    distribution.counts[index] = (distribution.counts[index] ?? 0) + 1;
  }
}
