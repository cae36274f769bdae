import { commandVariables, variableNames } from "#service/settings";

/** Variables that would affect a child process: Node modes, and settings for the service and commands. */
const excludedVariables = new Set([
  "NODE_ENV",
  "NODE_OPTIONS",
  "NODE_V8_COVERAGE",
  ...variableNames,
  ...Object.keys(commandVariables),
]);

/**
 * Returns the environment for a child process: this process's environment, including proxy and
 * certificates, without variables that would affect the child. Visual Studio Code's debugger follows into the child.
 *
 * @param added additional variables for the child.
 */
export function childEnvironment(added: Readonly<NodeJS.ProcessEnv> = {}): NodeJS.ProcessEnv {
  const isDebugged = process.env.VSCODE_INSPECTOR_OPTIONS !== undefined;
  const inherited = Object.entries(process.env).filter(
    ([name]) => !excludedVariables.has(name) || (isDebugged && name === "NODE_OPTIONS"),
  );
  return { ...Object.fromEntries(inherited), ...added };
}
