import { z } from "zod";

// https://github.com/compose-spec/compose-spec/blob/main/spec.md, as far as it is used here.

const duration = z.string().regex(/^\d+(ms|s|m|h)$/);
const names = z.array(z.string().regex(/^[a-z]+$/));
const composeString = z.string().min(1);

const healthcheck = z.strictObject({
  test: z.tuple([z.literal("CMD")], composeString),
  interval: duration,
  timeout: duration,
  retries: z.number().int().positive(),
});

const service = z.strictObject({
  image: z.string().regex(/^(docker\.io\/\S+:\d\S*|drifters)$/, "has no version"),
  build: z.strictObject({ context: composeString, dockerfile: composeString }).optional(),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({
        condition: z.literal("service_healthy"),
        restart: z.boolean().optional(),
      }),
    )
    .optional(),
  env_file: z.array(z.strictObject({ path: composeString, required: z.boolean() })).optional(),
  environment: z.record(z.string().regex(/^[A-Z_]+$/), z.string()).optional(),
  volumes: z.array(z.string().regex(/^[^:]+(:-[^:]+)?:\/[^:]+(:ro)?$/)).optional(),
  networks: names,
  ports: z.array(z.string().regex(/^127\.0\.0\.1:/, "is open to other machines")).optional(),
  healthcheck: healthcheck.optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string().startsWith("/")).optional(),
  cap_drop: z.tuple([z.literal("ALL")]).optional(),
  security_opt: z.tuple([z.literal("no-new-privileges:true")]).optional(),
  restart: z.enum(["unless-stopped", "on-failure"]),
  stop_grace_period: duration.optional(),
});

/** A Compose file. Images have versions, and every service has a health check: its own, or its Containerfile's. */
export const composeSchema = z
  .strictObject({
    name: z.string(),
    services: z.record(z.string(), service),
    volumes: z.record(z.string(), z.null()),
    networks: z.record(z.string(), z.strictObject({ internal: z.boolean().optional() }).nullable()),
  })
  .superRefine(({ services, volumes, networks }, context) => {
    const complain = (path: string[], message: string) =>
      context.addIssue({ code: "custom", path: ["services", ...path], message });
    for (const [name, { build, healthcheck, ...service }] of Object.entries(services)) {
      if (build === undefined && healthcheck === undefined) complain([name], "has no health check");
      for (const network of service.networks) {
        if (!(network in networks)) complain([name, "networks"], `has no ${network} below`);
      }
      for (const volume of service.volumes ?? []) {
        const named = /^(?:\$\{\w+:-)?([a-z]+)\}?:/.exec(volume)?.[1];
        if (named !== undefined && !(named in volumes)) {
          complain([name, "volumes"], `has no ${named} below`);
        }
      }
      for (const needed of Object.keys(service.depends_on ?? {})) {
        if (!(needed in services)) complain([name, "depends_on"], `has no ${needed}`);
      }
    }
  });
