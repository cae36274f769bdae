import { expect } from "chai";
import { CpuMeter, type Processes } from "../../scripts/test/cpuTime.ts";

/** A meter that finds these processes, one map at each look. */
function meterOf(
  ...looks: [pid: number, parent: number, own: number, reaped: number][][]
): CpuMeter {
  const found = looks.values();
  return new CpuMeter((): Processes => {
    const rows = found.next().value ?? [];
    return new Map(rows.map(([pid, parent, own, reaped]) => [pid, { parent, own, reaped }]));
  });
}

describe("CpuMeter", () => {
  it("adds up a process and its children, in seconds", () => {
    const meter = meterOf([
      [1, 0, 100, 50],
      [2, 1, 25, 0],
    ]);
    expect(meter.read()).to.equal(1.75);
  });

  it("counts once a child that ended and was waited for", () => {
    const meter = meterOf(
      [
        [1, 0, 100, 0],
        [2, 1, 40, 10],
      ],
      [[1, 0, 110, 80]],
    );
    meter.read();
    expect(meter.read()).to.equal(1.9);
  });

  it("counts once grandchildren that ended together with the child that waited for them", () => {
    const meter = meterOf(
      [
        [1, 0, 100, 0],
        [2, 1, 40, 0],
        [3, 2, 60, 0],
      ],
      [[1, 0, 100, 110]],
    );
    meter.read();
    expect(meter.read()).to.equal(2.1);
  });

  it("keeps the time of a child that ended without being waited for", () => {
    const meter = meterOf(
      [
        [1, 0, 100, 0],
        [2, 1, 200, 0],
      ],
      [[1, 0, 100, 0]],
    );
    meter.read();
    expect(meter.read()).to.equal(3);
  });

  it("returns undefined where processes are not listed", () => {
    expect(meterOf([]).read()).to.equal(undefined);
  });

  it("reads the time of this very process where /proc is", function () {
    const seconds = new CpuMeter().read();
    if (process.platform !== "linux") return this.skip();
    const { user, system } = process.cpuUsage();
    expect(seconds).to.be.at.least((user + system) / 1_000_000 - 1);
  });
});
