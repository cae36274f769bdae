// npm run containers: builds the container image, and runs the service in it.
import { endOnSignal } from "../shared/commandLine/endOnSignal.ts";
import { runCommand } from "../shared/commandLine/runCommand.ts";
import { showStep as step } from "../shared/commandLine/step.ts";

const help = `Usage: npm run containers [-- OPTIONS]

Builds api/production/Containerfile with podman and runs the service in it, with a read-only root and without
privileges, on a volume and on PostgreSQL: first start, pages, saves, a stop during saves, a restart, an upgrade to
a new image, a backup and its restore, and a volume of the wrong owner. Takes about ten minutes.

  --nested    for a machine that is itself a container: no cgroups, no own network, no overlays. If the registry
              cannot be reached, makes stand-ins for the base images with debootstrap, as root
  --help      show this text

  npm run containers -- --nested

Exit status: 0 if everything worked, 1 if something failed or podman is not installed, 2 on a usage error.`;

process.exitCode = await runCommand(
  {
    help,
    options: { nested: { type: "boolean", default: false } },
    read: ({ nested }) => nested,
    async run(isNested) {
      // Imported on demand, because the help does not need it.
      const { openPodman } = await import("./containers/podman.ts");
      const { buildImage } = await import("./containers/buildImage.ts");
      const { lives } = await import("./containers/lives.ts");
      endOnSignal();
      // The container's user reads what this command writes.
      process.umask(0o022);
      const podman = openPodman(isNested);
      const size = await step("Build the image", (report) => buildImage(podman, report));
      console.log(`The image has ${Math.round(size / 1e6)} MB.`);
      for (const [store, live] of Object.entries(lives)) {
        await step(`Run it on ${store}`, (report) => live(podman, report));
      }
      console.log("Everything worked.");
      return 0;
    },
  },
  process.argv.slice(2),
  console,
);
