const name = "http_request_duration_seconds";
/** Upper bounds in seconds. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Durations of requests with the same labels. */
interface Series {
  labels: string;
  sum: number;
  /** Number of requests per bucket; the last bucket counts requests above every bound. */
  counts: number[];
}

/** A histogram in Prometheus text format. prom-client's histogram would hash the labels for each request. */
export class RequestDurations {
  readonly #all: Series[] = [];
  /** Histograms by route, method and status. */
  readonly #series = new Map<string, Map<string, Map<string | number, Series>>>();

  observe(method: string, route: string, status: string | number, seconds: number): void {
    const found =
      this.#series.get(route)?.get(method)?.get(status) ?? this.#add(method, route, status);
    let index = 0;
    while (seconds > (bounds[index] ?? Number.POSITIVE_INFINITY)) index += 1;
    found.counts[index] = (found.counts[index] ?? 0) + 1;
    found.sum += seconds;
  }

  render(): string {
    const lines = this.#all.flatMap(({ labels, sum, counts }) => {
      let count = 0;
      const buckets = counts.map((own, index) => {
        count += own;
        return `${name}_bucket{le="${bounds[index] ?? "+Inf"}",${labels}} ${count}`;
      });
      return [...buckets, `${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${count}`];
    });
    const help = "Request durations by method, route and status.";
    return [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...lines, ""].join("\n");
  }

  #add(method: string, route: string, status: string | number): Series {
    const labels = Object.entries({ method, route, status })
      .map(([label, value]) => `${label}=${JSON.stringify(String(value))}`)
      .join(",");
    const added = { labels, sum: 0, counts: [...bounds, Number.POSITIVE_INFINITY].map(() => 0) };
    const methods = this.#series.get(route) ?? new Map();
    const statuses = methods.get(method) ?? new Map();
    this.#series.set(route, methods.set(method, statuses.set(status, added)));
    this.#all.push(added);
    return added;
  }
}
