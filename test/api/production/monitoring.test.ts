import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect } from "chai";
import { apiErrorCodes } from "#protocol/wire/errors";
import { findProgram } from "../../../scripts/lab/service/findProgram.ts";
import { startApi } from "../../support/api/apiFixture.ts";

const alerts = "api/production/alerts.yml";
const readers = [alerts, "api/production/dashboard.json", "docs/operate/monitoring.md"];

describe("monitoring", () => {
  it("names only metrics of the service in alert rules, dashboard and documentation", async () => {
    await using api = await startApi({ metricsPort: 0 });
    const text = await (await fetch(api.metricsUrl ?? "")).text();
    const existing = new Set(Array.from(text.matchAll(/^# TYPE (\S+)/gm), ([, name]) => name));
    for (const file of readers) {
      const named = (await readFile(file, "utf8")).match(
        /\b(site|http|nodejs|process)_[a-z0-9_]+/g,
      );
      expect(named, file).to.be.an("array");
      for (const name of named ?? []) {
        expect(existing, `${name} in ${file}`).to.include(name.replace(/_(count|sum|bucket)$/, ""));
      }
    }
  });

  it("names only outcomes that the service reports", async () => {
    const reported = [...apiErrorCodes, "failed", "behind"] as string[];
    for (const file of readers) {
      const matchers = (await readFile(file, "utf8")).matchAll(/outcome=~?\\?"([^"\\]+)/g);
      const outcomes = [...matchers].flatMap(([, values = ""]) => values.split("|"));
      for (const outcome of outcomes) expect(reported, `${outcome} in ${file}`).to.include(outcome);
    }
  });

  it("has alert rules that Prometheus accepts", async function () {
    const promtool = findProgram("promtool");
    if (promtool === undefined) return this.skip();
    const { stdout } = await promisify(execFile)(promtool, ["check", "rules", alerts]);
    expect(stdout).to.match(/SUCCESS: \d+ rules found/);
  });
});
