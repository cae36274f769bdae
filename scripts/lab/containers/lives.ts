import assert from "node:assert";
import { randomUUID } from "node:crypto";
import { chmod, mkdir, mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { narrativeMessage } from "#protocol/stories/narrativeMessage";
import { apiPaths, tokenPath } from "#protocol/wire/paths";
import { freePort } from "../../shared/freePort.ts";
import { startPostgres } from "../../shared/postgres/startPostgres.ts";
import { fixture, owner } from "../crash/oracle.ts";
import { postSave, send } from "../crash/traffic.ts";
import { startFakeNode } from "../service/fakeNode.ts";
import { unlimitedSaves } from "../service/unlimitedSaves.ts";
import { image } from "./buildImage.ts";
import type { Podman } from "./podman.ts";

type Report = (part: string) => void;

const readyTimeoutMilliseconds = 60_000;

/** The life of a service on each store: from its first start to a restored backup. */
export const lives: Readonly<Record<string, (podman: Podman, report: Report) => Promise<void>>> = {
  async "a volume"(podman, report) {
    await live(podman, report, {});
    report("a volume of the wrong owner");
    await using folder = await mkdtempDisposable(join(tmpdir(), "collection-volume-"));
    await chmod(folder.path, 0o700);
    const failure = await podman
      .run("run", "--rm", ...podman.limits, `--volume=${folder.path}:/var/lib/site`, image)
      .then(() => undefined, String);
    assert.match(failure ?? "", /\/var\/lib\/site/, "The message does not name the folder.");
  },
  async PostgreSQL(podman, report) {
    const database = await startPostgres();
    try {
      await live(podman, report, { DATABASE_URL: database.url });
    } finally {
      await database.stop();
    }
  },
};

async function live(podman: Podman, report: Report, store: Record<string, string>) {
  await using stack = new AsyncDisposableStack();
  const node = stack.use(await startFakeNode(() => owner.address));
  const { path: folder } = stack.use(await mkdtempDisposable(join(tmpdir(), "collection-live-")));
  const backup = join(folder, "backup");
  await mkdir(backup);
  // The container's user.
  await chmod(folder, 0o755);
  await chmod(backup, 0o777);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    ...{ HOST: "127.0.0.1", PORT: String(port), RPC_URL: node.url, PUBLIC_URL: url },
    CHAIN_ID: String(fixture.chainId),
    CONTRACT_ADDRESS: fixture.contract,
    ...unlimitedSaves,
    ...store,
  };
  const variables = Object.entries(environment).map(([name, value]) => `--env=${name}=${value}`);
  const [name, volume] = [`site-${randomUUID()}`, `site-${randomUUID()}`];
  stack.defer(async () => {
    await podman.run("rm", "--force", name);
    await podman.run("volume", "rm", "--force", volume, `${volume}-restored`);
  });
  const hardening = [
    ...["--read-only", "--tmpfs=/tmp", "--cap-drop=ALL", "--security-opt=no-new-privileges"],
    ...[...podman.limits, ...variables, `--volume=${backup}:/backup`],
  ];
  const start = async (from: string, data = volume) => {
    const mount = `--volume=${data}:/var/lib/site`;
    await podman.run("run", "--detach", `--name=${name}`, mount, ...hardening, from);
    await waitReady(podman, name, url);
  };
  const stop = async () => {
    await podman.run("stop", "--time=45", name);
    const status = await podman.run("inspect", "--format={{.State.ExitCode}}", name);
    assert.equal(status, "0", "The service did not end by itself.");
  };
  const command = (data: string, ...args: readonly string[]) =>
    podman.run("run", "--rm", `--volume=${data}:/var/lib/site`, ...hardening, image, ...args);
  const stories = new Map<string, string>();
  const save = async (drifterId: string, narrative: string) => {
    const signedMessage = narrativeMessage(drifterId, narrative);
    const signature = await owner.signMessage({ message: signedMessage });
    const response = await postSave(url, { drifterId, narrative, signedMessage, signature });
    if (response.status === 200) stories.set(drifterId, narrative);
    return response.status;
  };
  const assertStories = async () => {
    for (const [drifterId, narrative] of stories) {
      const { body } = await send(url + tokenPath(apiPaths.narrative, drifterId));
      assert.equal(JSON.parse(body).narrative, narrative, `The story of ${drifterId} is lost.`);
    }
  };

  report("first start");
  await start(image);
  const page = await send(url, { headers: { accept: "text/html" } });
  assert.match(page.body, /<html/);
  assert.equal(await save("1", "The first."), 200);

  report("a stop during saves");
  const ids = Array.from({ length: 200 }, (_, index) => String(index + 2));
  const saves = ids.map((id) => save(id, `The story of ${id}.`).catch(() => undefined));
  await Promise.race(saves);
  await stop();
  await Promise.all(saves);
  await podman.run("start", name);
  await waitReady(podman, name, url);
  await assertStories();

  report("an upgrade");
  await stop();
  await podman.run("rm", name);
  const next = `${image}:next`;
  await podman.run("tag", image, next);
  await start(next);
  await assertStories();

  report("a backup and its restore");
  await command(volume, "node", "stories.js", "export", "/backup/stories.jsonl");
  await stop();
  await podman.run("rm", name);
  if (store.DATABASE_URL === undefined) {
    const restored = `${volume}-restored`;
    await command(restored, "node", "stories.js", "import", "/backup/stories.jsonl", "--offline");
    await start(image, restored);
    await assertStories();
  }
}

async function waitReady(podman: Podman, name: string, url: string): Promise<void> {
  const timeout = AbortSignal.timeout(readyTimeoutMilliseconds);
  while ((await send(url + apiPaths.readiness).catch(() => undefined))?.status !== 200) {
    if (timeout.aborted) {
      throw new Error(`The service did not become ready.\n${await podman.run("logs", name)}`);
    }
    await delay(100);
  }
}
