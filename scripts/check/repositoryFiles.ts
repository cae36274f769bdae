import { execFile } from "node:child_process";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";
import { z } from "zod";
import { composeSchema } from "./files/compose.ts";
import { devContainerSchema, extensionsSchema, tasksSchema } from "./files/editor.ts";
import { issueConfigSchema, issueFormSchema } from "./files/issueForm.ts";
import { renovateSchema } from "./files/renovate.ts";
import { workflowSchema } from "./files/workflow.ts";

/** Files that services and editors read, by pattern, with their schemas. JSON is YAML too. */
const schemas: Readonly<Record<string, z.ZodType>> = {
  ".github/workflows/*.yml": workflowSchema,
  ".github/ISSUE_TEMPLATE/config.yml": issueConfigSchema,
  ".github/ISSUE_TEMPLATE/!(config).yml": issueFormSchema,
  "compose.yaml": composeSchema,
  "renovate.json": renovateSchema,
  ".devcontainer/devcontainer.json": devContainerSchema,
  ".vscode/extensions.json": extensionsSchema,
  ".vscode/tasks.json": tasksSchema,
};

/**
 * Checks the files that GitHub, Renovate, Compose and editors read.
 *
 * @returns the error message, or undefined if they can be used.
 */
export async function repositoryFilesAreValid(root = "."): Promise<string | undefined> {
  const problems: string[] = [];
  for (const [pattern, schema] of Object.entries(schemas)) {
    for await (const file of glob(pattern, { cwd: root })) {
      const text = await readFile(join(root, file), "utf8");
      const complaints = [...problemsOf(text, schema), ...withoutVersion(text)];
      problems.push(...complaints.map((complaint) => `${file}: ${complaint}`));
    }
  }
  problems.push(
    ...(await otherNodes(root)),
    ...(await unknownScripts(root)),
    ...(await composeProblems(root)),
  );
  return problems.length === 0 ? undefined : problems.join("\n");
}

function problemsOf(text: string, schema: z.ZodType): string[] {
  try {
    const parsed = schema.safeParse(parse(text));
    return parsed.success ? [] : [z.prettifyError(parsed.error)];
  } catch (error) {
    return [String(error)];
  }
}

/** Actions whose commit has no version beside it, which Renovate updates together. */
function withoutVersion(text: string): string[] {
  const lines = text.match(/^.*\buses: .*$/gm) ?? [];
  return lines
    .filter((line) => !/ # v\d+\.\d+\.\d+$/.test(line))
    .map((line) => `${line.trim()} has no comment with its version`);
}

/** Files that state Node's version. */
const nodeFiles = [
  ".nvmrc",
  ".github/workflows/*.yml",
  ".devcontainer/Containerfile",
  "api/production/Containerfile",
];

/** Files that state another major version of Node than the one of npm's scripts. */
async function otherNodes(root: string): Promise<string[]> {
  // Safety: scripts/bootstrap.mjs reads the same.
  const manifest = await readFile(join(root, "scripts/packages/node/package.json"), "utf8");
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  const wanted = dependencies.node?.split(".")[0];
  const problems: string[] = [];
  for await (const file of glob(nodeFiles, { cwd: root })) {
    const text = await readFile(join(root, file), "utf8");
    const stated = text.match(/(?<=\bnode:|^)\d+\b/g) ?? [];
    if (stated.some((version) => version !== wanted)) {
      problems.push(
        `${file}: scripts/packages/node/package.json has Node ${wanted}, not ${stated.join(", ")}`,
      );
    }
  }
  return problems;
}

/** Tasks of the editor whose script `package.json` does not have. */
async function unknownScripts(root: string): Promise<string[]> {
  const { scripts } = await readManifest(root);
  const file = ".vscode/tasks.json";
  const named = (await readFile(join(root, file), "utf8")).matchAll(/"script": "([^"]+)"/g);
  return [...named].flatMap(([, script = ""]) =>
    script in scripts ? [] : [`${file}: package.json has no script ${script}`],
  );
}

async function readManifest(root: string) {
  // Safety: npm has read the same file.
  return JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
    devDependencies: Record<string, string>;
  };
}

/** Problems that Docker Compose finds, where it is installed. */
async function composeProblems(root: string): Promise<string[]> {
  const docker = (...args: string[]) =>
    promisify(execFile)("docker", ["compose", ...args], {
      cwd: root,
      env: { ...process.env, RPC_URL: "https://node.example" },
    });
  const isInstalled = await docker("version").then(
    () => true,
    () => false,
  );
  if (!isInstalled) return [];
  return docker("--file", "compose.yaml", "config", "--quiet").then(
    () => [],
    (error) => [String(error.stderr)],
  );
}
