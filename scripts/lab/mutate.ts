// npm run mutate: mutation testing of the contracts, or of an area of the TypeScript.
import { runCommand } from "../shared/commandLine/runCommand.ts";

const [area, ...others] = process.argv.slice(2);
const isOfContracts = area === undefined || area === "contracts" || area.startsWith("-");

if (isOfContracts) {
  const { mutateContracts } = await import("./assurance/mutate.ts");
  const args = area === "contracts" ? others : process.argv.slice(2);
  process.exitCode = await runCommand(mutateContracts, args, console);
} else {
  const { mutateTypeScript } = await import("./mutation/main.ts");
  process.exitCode = await runCommand(mutateTypeScript, process.argv.slice(2), console);
}
