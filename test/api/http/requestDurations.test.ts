import { expect } from "chai";
import { RequestDurations } from "../../../api/src/http/requestDurations.ts";

describe("RequestDurations", () => {
  it("renders cumulative buckets, the sum and the count of each route, method and status", () => {
    const durations = new RequestDurations();
    for (const seconds of [0.0005, 0.0006, 11]) durations.observe("GET", "/a", 200, seconds);
    durations.observe("GET", "/a", "aborted", 10);
    durations.observe("HEAD", "/a", 200, 0.3);
    const lines = durations.render().split("\n");
    expect(lines.slice(0, 2)).to.deep.equal([
      "# HELP http_request_duration_seconds Request durations by method, route and status.",
      "# TYPE http_request_duration_seconds histogram",
    ]);
    const of = (labels: string) =>
      lines.filter((line) => line.includes(labels)).map((line) => line.split(" ")[1]);
    const [zeros, twos] = [Array(12).fill("0"), Array(12).fill("2")];
    expect(of('method="GET",route="/a",status="200"}')).to.deep.equal([
      ...["1", ...twos],
      ...["3", "11.0011", "3"],
    ]);
    expect(of('status="aborted"')).to.deep.equal([...zeros, "1", "1", "10", "1"]);
    expect(of('method="HEAD"').at(-1)).to.equal("1");
    expect(lines).to.include(
      'http_request_duration_seconds_bucket{le="+Inf",method="HEAD",route="/a",status="200"} 1',
    );
  });
});
