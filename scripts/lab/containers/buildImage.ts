import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Podman } from "./podman.ts";

export const image = "site";
const root = join(import.meta.dirname, "../../..");
const containerfile = join(root, "api/production/Containerfile");

/** Builds the image from the Containerfile. @returns its size in bytes. */
export async function buildImage(podman: Podman, report: (part: string) => void): Promise<number> {
  const bases = (await readFile(containerfile, "utf8")).match(/(?<=^FROM )\S+/gm) ?? [];
  for (const base of bases) {
    report(base);
    await podman.run("pull", "--policy=missing", base).catch(async (error) => {
      if (!podman.isNested) throw error;
      await makeStandIn(podman, base);
    });
  }
  report("");
  // Without overlays, each layer would be a copy.
  const isolation = podman.isNested ? ["--isolation=chroot", "--layers=false"] : [];
  const options = ["--format=docker", `--tag=${image}`, `--file=${containerfile}`];
  await podman.run("build", ...options, ...isolation, ...podman.limits, root);
  return Number(await podman.run("image", "inspect", "--format={{.Size}}", image));
}

/** Makes a base image from Debian's packages; the image of Node also has this machine's npm and certificates. */
async function makeStandIn(podman: Podman, base: string): Promise<void> {
  const run = promisify(execFile);
  await using folder = await mkdtempDisposable(join(tmpdir(), "collection-base-"));
  const system = join(folder.path, "system");
  const archive = join(folder.path, "system.tar");
  const mirror = "http://deb.debian.org/debian";
  const quiet = { maxBuffer: 2 ** 26 };
  await run("debootstrap", ["--variant=minbase", "bookworm", system, mirror], quiet);
  if (base.includes("/node:")) {
    // npm sets this variable for its scripts.
    const { npm_execpath = "" } = process.env;
    const npmFolder = join(npm_execpath, "../..");
    const local = join(system, "usr/local");
    await cp(process.execPath, join(local, "bin/node"));
    await cp(npmFolder, join(local, "lib/node_modules/npm"), { recursive: true });
    const npm = '#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"\n';
    await writeFile(join(local, "bin/npm"), npm, { mode: 0o755 });
    const certificates = "/etc/ssl/certs/ca-certificates.crt";
    if (existsSync(certificates)) {
      await cp(certificates, join(system, certificates));
      await writeFile(join(local, "etc/npmrc"), `cafile=${certificates}\n`);
    }
  }
  // Copies have the modes of their sources, which a strict umask may have closed.
  await run("chmod", ["-R", "a+rX", join(system, "usr/local")]);
  await run("tar", ["-C", system, "-cf", archive, "."]);
  await podman.run("import", archive, base);
}
