import { commandVariables, variableNames, variables } from "./variables.ts";

const width = 110;

/** Returns the content of `.env.example`: each variable with description and default. */
export function environmentExample(): string {
  const rows = variableNames.map((name) => {
    const { about, fallback = "" }: { about: string; fallback?: string } = variables[name];
    return `${comment(about)}\n${name}=${fallback}\n`;
  });
  const others = Object.entries(commandVariables).map(
    ([name, about]) => `${comment(about)}\n${name}=\n`,
  );
  return [`${introduction}\n`, ...rows, ...others].join("\n");
}

const introduction = comment(
  "Configuration of npm run serve and npm run deploy; npm start needs none. Copy this file to .env and change the values that differ. Environment variables override .env; an empty variable counts as absent. Printed by npm run serve -- --example.",
);

/** Wraps text into comment lines of at most `width` characters. */
function comment(text: string): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (`# ${line} ${word}`.length > width) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`.trimStart();
  }
  return lines.map((line) => `# ${line}`).join("\n");
}
