import { Histogram, type Registry } from "prom-client";

/** Counts one duration. */
export type CountSeconds = (seconds: number) => void;

interface Series<Label extends string> {
  labels: Partial<Record<Label, string>>;
  /** Count per bucket, not cumulative; the last has no upper bound. */
  counts: Float64Array;
  sumSeconds: number;
  count: CountSeconds;
}

interface HistogramOptions<Label extends string> {
  name: string;
  help: string;
  labelNames: readonly Label[];
  /** Upper bounds of the buckets, ascending. */
  bucketsSeconds: readonly number[];
  registry: Registry;
}

/** A histogram with cheap observations: labels are resolved once per series. */
export class DurationHistogram<Label extends string> extends Histogram<Label> {
  readonly #options: HistogramOptions<Label>;
  readonly #series = new Map<string, Series<Label>>();

  constructor(options: HistogramOptions<Label>) {
    const { name, help, labelNames, registry } = options;
    super({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
    });
    this.#options = options;
  }

  /** Returns a counter for these label values, in the order of the labels' names. */
  series(...values: readonly string[]): CountSeconds {
    const key = values.join("\n");
    const known = this.#series.get(key);
    if (known !== undefined) return known.count;
    const series = this.#begin(values);
    this.#series.set(key, series);
    return series.count;
  }

  /** Called by prom-client for a scrape of one process; missing in its types. */
  getForPromString() {
    return this.get();
  }

  /** The same, for a scrape of several processes. */
  override async get() {
    const { name, help } = this.#options;
    const values = [...this.#series.values()].flatMap((series) => this.#valuesOf(series));
    const metric = { name, help, type: "histogram", aggregator: "sum", values };
    // Safety: the library's own metrics have a string as their type too, and its readers use no other fields.
    return metric as unknown as Awaited<ReturnType<Histogram<Label>["get"]>>;
  }

  #begin(values: readonly string[]): Series<Label> {
    const { labelNames, bucketsSeconds: bounds } = this.#options;
    const pairs = labelNames.map((name, index) => [name, values[index]]);
    const series: Series<Label> = {
      // Safety: one value for each name.
      labels: Object.fromEntries(pairs) as Series<Label>["labels"],
      counts: new Float64Array(bounds.length + 1),
      sumSeconds: 0,
      count(seconds) {
        let bucket = 0;
        while (seconds > (bounds[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1;
        series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
        series.sumSeconds += seconds;
      },
    };
    return series;
  }

  /** A series as Prometheus expects it: each bucket includes the lower ones. */
  #valuesOf({ labels, counts, sumSeconds }: Series<Label>) {
    const { name, bucketsSeconds } = this.#options;
    const bounds = [...bucketsSeconds, "+Inf"];
    let total = 0;
    const buckets = bounds.map((le, index) => {
      total += counts[index] ?? 0;
      return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: total };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sumSeconds },
      { metricName: `${name}_count`, labels, value: total },
    ];
  }
}
