import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "chai";
import { childEnvironment } from "../../../scripts/shared/childEnvironment.ts";
import { run } from "../../../scripts/shared/run.ts";

describe("child process environment", () => {
  const inherited = {
    HTTPS_PROXY: "http://proxy.example:3128",
    NODE_EXTRA_CA_CERTS: "/etc/ssl/company.pem",
    npm_config_globalconfig: "/usr/etc/npmrc",
  };
  const disturbing = { NODE_ENV: "test", DATABASE_URL: "postgres://a/b", DEPLOYER_KEY: "0x1" };
  const before = { ...process.env };
  beforeEach(() => Object.assign(process.env, inherited, disturbing));
  afterEach(() => {
    const added = ["NODE_OPTIONS", "VSCODE_INSPECTOR_OPTIONS"];
    for (const name of [...Object.keys({ ...inherited, ...disturbing }), ...added]) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  });

  it("includes the machine's proxy, certificate and npm configuration, but no parent settings", async () => {
    const print = "console.log(JSON.stringify(process.env))";
    const { stdout } = await promisify(execFile)(process.execPath, ["--eval", print], {
      env: childEnvironment({ PORT: "0" }),
    });
    const environment = JSON.parse(stdout);
    expect(environment).to.include({ ...inherited, PORT: "0", PATH: process.env.PATH });
    expect(environment).not.to.have.any.keys(Object.keys(disturbing));
  });

  it("passes on an editor's debugger, but no other Node options", () => {
    process.env.NODE_OPTIONS = "--inspect-port=0";
    expect(childEnvironment()).not.to.have.property("NODE_OPTIONS");
    process.env.VSCODE_INSPECTOR_OPTIONS = ":::{}";
    expect(childEnvironment()).to.include({ NODE_OPTIONS: "--inspect-port=0" });
  });
});

describe("run", () => {
  it("returns a failed command's output", async () => {
    const runCode = (code: string) => run({}, process.execPath, "--eval", code);
    expect(await runCode("console.error('why'); process.exitCode = 3;")).to.equal("why");
    expect(await runCode("console.log('done');")).to.equal(undefined);
  });
});
