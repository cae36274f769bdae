import { z } from "zod";

// https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax, as far as it is used here.

const permission = z.enum(["read", "write", "none"]);
const permissions = z.partialRecord(
  z.enum(["actions", "contents", "issues", "packages", "pull-requests"]),
  permission,
);
const variables = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

const common = {
  name: z.string().min(1).optional(),
  if: z.string().optional(),
  env: variables.optional(),
};

/** An action at a commit; `pinnedActions` checks that its version is beside it. */
const usesStep = z.strictObject({
  ...common,
  uses: z.string().regex(/^[\w.-]+(\/[\w.-]+)+@[0-9a-f]{40}$/, "is not pinned by a commit"),
  with: variables.optional(),
});
const runStep = z.strictObject({
  ...common,
  run: z.string().min(1),
  shell: z.enum(["bash", "sh"]).optional(),
});

const job = z.strictObject({
  name: z.string().optional(),
  "runs-on": z.string().regex(/^ubuntu-\d\d\.\d\d$/, "is not one release of Ubuntu"),
  container: z.string().optional(),
  "timeout-minutes": z.number().int().positive(),
  permissions: permissions.optional(),
  steps: z.array(z.union([usesStep, runStep])).min(1),
});

const branches = z.strictObject({
  branches: z.array(z.string()).optional(),
  tags: z.array(z.string()).optional(),
});

/** A workflow of GitHub Actions. Jobs have a time limit, and permissions are stated. */
export const workflowSchema = z.strictObject({
  name: z.string(),
  on: z.strictObject({ push: branches.optional(), pull_request: branches.nullish() }),
  permissions,
  concurrency: z
    .strictObject({ group: z.string(), "cancel-in-progress": z.boolean().optional() })
    .optional(),
  jobs: z.record(z.string().regex(/^[a-z_][\w-]*$/), job),
});
