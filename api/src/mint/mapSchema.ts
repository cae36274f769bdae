import { z } from "zod";

/**
 * Schema that parses an object into a map and reports the issues of every name and value. zod's own record skips the
 * value of an invalid name.
 */
export function mapSchema<Key, Value>(
  { key, value }: { key: z.ZodType<Key>; value: z.ZodType<Value> },
  message: string,
) {
  return z.record(z.string(), z.unknown(), message).transform((entries, context) => {
    const names = new Set<Key>();
    const map = new Map<Key, Value>();
    for (const [name, content] of Object.entries(entries)) {
      const [its, held] = [key.safeParse(name), value.safeParse(content)];
      for (const { error } of [its, held]) reportIssues(context, error, name);
      if (!its.success) continue;
      if (names.has(its.data)) {
        const twice = "must occur only once";
        context.addIssue({ code: "custom", path: [name], message: twice });
      }
      names.add(its.data);
      if (held.success) map.set(its.data, held.data);
    }
    return map;
  });
}

/** Adds issues of a separate parse to the context, at the entry of this name or at the whole. */
export function reportIssues(
  context: Pick<z.core.$RefinementCtx, "addIssue">,
  error: z.ZodError | undefined,
  ...place: string[]
): void {
  for (const issue of error?.issues ?? []) {
    context.addIssue({ ...issue, path: [...place, ...issue.path] });
  }
}
