import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { parse } from "yaml";
import { readSettings } from "../../../api/src/settings/settings.ts";
import { findProgram } from "../../../scripts/lab/service/findProgram.ts";
import { mainConfiguration, readCache } from "../../../scripts/lab/service/nginx.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const root = join(import.meta.dirname, "../../..");
const textOf = (path: string) => readFile(join(root, path), "utf8");

/** Returns a service's environment when only the Compose variables in `given` are set. */
function interpolate(value: string): string {
  const given: Record<string, string> = {
    ...{ RPC_URL: "https://node.example", COLLECTION_DIR: "/art" },
    POSTGRES_PASSWORD: "p1",
  };
  return value.replaceAll(/\$\{(\w+):([-+?])([^}]*)\}/g, (_, name, operator, other) =>
    operator === "+" && name in given ? other : (given[name] ?? other),
  );
}

describe("compose.yaml", () => {
  it("sets only known service variables, for its database and nginx", async () => {
    const { services } = parse(await textOf("compose.yaml"));
    const environment: Record<string, string> = services.service.environment;
    const given = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [name, interpolate(value)]),
    );
    const settings = readSettings(given, Object.keys(given));
    expect(settings).to.deep.include({
      host: "0.0.0.0",
      rpcUrls: ["https://node.example"],
      databaseUrl: "postgresql://site:p1@database:5432/site",
      collectionDir: "/srv/collection",
      trustProxyHops: 1,
      unknownVariables: [],
    });
    const proxy = await textOf("api/production/nginx.compose.conf");
    expect(proxy).to.contain(`server service:${settings.port} `);
    expect(services.nginx.ports.map(interpolate)).to.deep.equal(["127.0.0.1:8080:8080"]);
    expect(proxy).to.contain("listen 8080;");
    expect(services.nginx.networks).to.deep.equal(["site"]);
  });

  it("requires a database password from the operator", async () => {
    const uses = (await textOf("compose.yaml")).matchAll(/\{POSTGRES_PASSWORD(.*?)\}/g);
    expect([...uses].map(([, otherwise]) => otherwise)).to.deep.equal([
      ":?Set POSTGRES_PASSWORD in .env, to letters and digits.",
      ":?",
    ]);
  });

  it("limits and forwards requests as the TLS configuration does", async () => {
    const directives = (site: string) =>
      (
        site.match(/^ +(client|proxy|keepalive|gzip|gunzip|add_header|server_tokens)\w* .*;$/gm) ??
        []
      )
        .filter((line) => !/proxy_(pass|next_upstream)|Strict-Transport-Security/.test(line))
        .sort();
    const compose = directives(await textOf("api/production/nginx.compose.conf"));
    expect(compose).to.deep.equal(directives(await textOf("api/production/nginx.conf")));
    expect(compose).to.have.length(36);
  });

  it("passes nginx's configuration check", async function () {
    const nginx = findProgram("nginx");
    if (nginx === undefined) return this.skip();
    const folder = await temporaryFolder();
    const site = await textOf("api/production/nginx.compose.conf");
    // The host name resolves only between containers.
    await writeFile(join(folder, "site.conf"), site.replace("service:3000", "127.0.0.1:3000"));
    await writeFile(join(folder, "cache.conf"), await readCache());
    await writeFile(join(folder, "nginx.conf"), mainConfiguration);
    const { stderr } = await promisify(execFile)(nginx, [
      "-t",
      "-p",
      folder,
      "-c",
      "nginx.conf",
      "-e",
      "error.log",
    ]);
    expect(stderr).to.contain("test is successful");
    expect(stderr).not.to.contain("[warn]");
  });
});
