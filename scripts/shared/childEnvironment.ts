import { commandVariables, variableNames } from "#service/settings";

/** What would change a child process: modes of this Node, and settings of the service and of commands. */
const excludedVariables = new Set([
  "NODE_ENV",
  "NODE_OPTIONS",
  "NODE_V8_COVERAGE",
  ...variableNames,
  ...Object.keys(commandVariables),
]);

/**
 * Returns the environment for a child process: this process's, with its proxy and certificates, without what would
 * change the child.
 *
 * @param added variables of the child only.
 */
export function childEnvironment(added: Readonly<NodeJS.ProcessEnv> = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !excludedVariables.has(name));
  return { ...Object.fromEntries(inherited), ...added };
}
