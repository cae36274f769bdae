import { EventEmitter } from "node:events";
import { expect } from "chai";
import Mocha from "mocha";
import { CoverageRecorder } from "../../scripts/lab/mutation/recordCoverage.ts";

const { EVENT_TEST_BEGIN, EVENT_TEST_PASS, EVENT_RUN_END } = Mocha.Runner.constants;

describe("the mutator's record of a run", () => {
  afterEach(() => Reflect.deleteProperty(performance, "now"));

  it("measures a test that replaces the clock", () => {
    const reached = [[], [7], [8]];
    const recorder = new CoverageRecorder(
      () => reached.shift() ?? [],
      () => [],
    );
    const runner = new EventEmitter();
    // Safety: the recorder only listens to it.
    recorder.record(runner as Mocha.Runner);
    const test = { fullTitle: () => "a test" };
    runner.emit(EVENT_TEST_BEGIN, test);
    performance.now = () => -1e9;
    runner.emit(EVENT_TEST_PASS, test);
    runner.emit(EVENT_RUN_END);
    const [recorded] = recorder.finish().tests;
    expect(recorded).to.deep.include({ title: "a test", reached: [7] });
    expect(recorded?.milliseconds).to.be.within(0, 10_000);
  });
});
