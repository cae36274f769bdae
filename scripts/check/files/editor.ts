import { z } from "zod";

const text = z.string().min(1);

const portAttributes = z.strictObject({
  label: text,
  onAutoForward: z.enum(["notify", "openBrowser", "openBrowserOnce", "silent"]),
  requireLocalPort: z.boolean().optional(),
});

/**
 * A development container. Each forwarded port has a label.
 *
 * @see https://containers.dev/implementors/json_reference/ as far as it is used here.
 */
export const devContainerSchema = z
  .strictObject({
    name: text,
    build: z.strictObject({ dockerfile: text }),
    remoteUser: z.literal("node", "is not the user without rights of Node's image"),
    hostRequirements: z.strictObject({
      cpus: z.int().positive(),
      memory: z.string().regex(/^\d+gb$/),
      storage: z.string().regex(/^\d+gb$/),
    }),
    postCreateCommand: text,
    forwardPorts: z.array(z.int().min(1).max(65_535)).nonempty(),
    portsAttributes: z.record(z.string(), portAttributes),
  })
  .superRefine(({ forwardPorts, portsAttributes }, context) => {
    for (const port of forwardPorts) {
      if (!(port in portsAttributes)) {
        const path = ["portsAttributes", String(port)];
        context.addIssue({ code: "custom", path, message: "has no label" });
      }
    }
  });

/**
 * Extensions by publisher and name.
 *
 * @see https://code.visualstudio.com/docs/configure/extensions/extension-marketplace
 */
export const extensionsSchema = z.strictObject({
  recommendations: z.array(z.string().regex(/^[a-z\d-]+\.[a-z\d-]+$/)).nonempty(),
});

const taskOptions = {
  label: text,
  isBackground: z.boolean().optional(),
  group: z
    .strictObject({ kind: z.enum(["build", "test"]), isDefault: z.boolean().optional() })
    .optional(),
  problemMatcher: z.array(z.enum(["$tsc"])),
};

/**
 * Tasks of VS Code.
 *
 * @see https://code.visualstudio.com/docs/reference/tasks-appendix as far as it is used here.
 */
export const tasksSchema = z.strictObject({
  version: z.literal("2.0.0"),
  tasks: z.array(
    z.discriminatedUnion("type", [
      z.strictObject({ type: z.literal("npm"), script: text, ...taskOptions }),
      z.strictObject({ type: z.literal("shell"), command: text, ...taskOptions }),
    ]),
  ),
});
