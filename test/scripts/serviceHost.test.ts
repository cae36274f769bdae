import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { Service } from "../../scripts/world/service/service.ts";
import {
  createServiceHost,
  ReloadError,
  type ServiceHost,
} from "../../scripts/world/service/serviceHost.ts";

/** Source of a service that answers with its version, and ends by an error on `/crash`. */
const serviceSource = (version: string, atStart = "") => `
  import { createServer } from "node:http";
  export async function startService({ PORT }: Record<string, string>) {
    ${atStart}
    const server = createServer(({ url }, response) => {
      response.end("${version}");
      if (url === "/crash") setImmediate(() => { throw new Error("${version} crashed"); });
    });
    await new Promise<void>((resolve) => server.listen(Number(PORT), "127.0.0.1", resolve));
    return {
      url: "http://127.0.0.1:" + server.address().port,
      runtimeConfig: "${version}",
      close: () => new Promise((resolve) => { server.close(resolve); server.closeAllConnections(); }),
    };
  }`;

describe("npm start, restarting the service", () => {
  let folder: string;
  let module: string;
  let host: ServiceHost;
  let service: Service;
  let crashed: PromiseWithResolvers<Error>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "fringe-drifters-service-"));
    module = join(folder, "service.ts");
    crashed = Promise.withResolvers();
    await writeFile(module, serviceSource("former"));
    host = await createServiceHost({ module, onCrash: crashed.resolve });
    service = await host.start({ PORT: "0" });
  });
  afterEach(async () => {
    await host.close();
    await rm(folder, { recursive: true });
  });

  const answer = async (path = "/") => (await fetch(service.url + path)).text();
  /** Reloads code that does not run; returns the error. */
  async function reloadInvalid(source: string): Promise<ReloadError> {
    await writeFile(module, source);
    const error = await host.reload().catch((thrown: unknown) => thrown);
    if (!(error instanceof ReloadError)) throw new Error(`Unexpected result: ${error}`);
    return error;
  }

  it("runs the changed code on the same port", async () => {
    await writeFile(module, serviceSource("changed"));
    await host.reload();
    expect([await answer(), service.runtimeConfig]).to.deep.equal(["changed", "changed"]);
    await service.close();
    expect(await answer().catch((error) => error)).to.be.instanceOf(TypeError);
  });

  it("keeps the running service and names file and line when the code has a syntax error", async () => {
    const error = await reloadInvalid("\n\nconst = 1;");
    expect(error.isServing).to.equal(true);
    expect(error.message)
      .to.match(/service\.ts:3\n\nconst = 1;/)
      .and.not.contain("node:internal");
    expect(await answer()).to.equal("former");
  });

  it("starts the former code again when the changed code does not start", async () => {
    const error = await reloadInvalid(serviceSource("changed", `throw new Error("No folder.");`));
    expect(error.isServing).to.equal(true);
    expect(error.message).to.match(/^Error: No folder\.\n.*service\.ts:4:/);
    expect(await answer()).to.equal("former");
  });

  it("reports the error that ends the service, which runs again after the next change", async () => {
    await answer("/crash");
    expect((await crashed.promise).message).to.equal("former crashed");
    expect((await reloadInvalid("const = 1;")).isServing).to.equal(false);
    await writeFile(module, serviceSource("changed"));
    await host.reload();
    expect(await answer()).to.equal("changed");
  });
});
