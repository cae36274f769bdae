// npm run serve: the service for the chain and contract that the environment names.
import { setFlagsFromString } from "node:v8";
import { mapStackTraces } from "./mapStackTraces.ts";

// By default V8 lets garbage grow to a multiple of what is in use before it collects it.
setFlagsFromString("--heap-growing-percent=25");

const help = `Usage: npm run serve [-- OPTION]

Serves the web app, portraits, stories and the API for one chain and one contract. Environment variables, or a
file .env, configure it.

  --processes N  serve with N processes on one port, which share a database (DATABASE_URL); a process that
                 ends is started again, and SIGHUP replaces them one after the other
  --example      print every variable with its default and what it is, as .env.example has them
  --help         show this text`;

mapStackTraces();

const [option, value, ...others] = process.argv.slice(2);
if (option === undefined) {
  const { serve } = await import("./serve.ts");
  await serve();
} else if (option === "--help") console.log(help);
else if (option === "--example") {
  const { environmentExample } = await import("./configuration/example.ts");
  process.stdout.write(environmentExample());
} else if (option === "--processes") await serveInSeveral();
else refuse(`There is no option ${option}.`);

async function serveInSeveral(): Promise<void> {
  if (!/^([1-9]|[1-5]\d|6[0-4])$/.test(value ?? "") || others.length > 0) {
    return refuse("--processes takes a number from 1 to 64.");
  }
  const { serveInProcesses } = await import("./processes/serveInProcesses.ts");
  await serveInProcesses(Number(value));
}

function refuse(fault: string): void {
  console.error(`${fault}\n\n${help}`);
  process.exitCode = 2;
}
