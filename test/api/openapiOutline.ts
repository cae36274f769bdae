import { createOpenapiDocument } from "../../api/src/openapi/document.ts";

interface Parameter {
  in: string;
  name: string;
}

interface Operation {
  parameters: Parameter[];
  requestBody?: { content: object };
  responses: Record<string, { headers: Record<string, object>; content?: Record<string, unknown> }>;
}

/** Headers of every response. */
const always = ["X-Request-Id", "Cache-Control"];

/**
 * A summary of the OpenAPI description: each operation's parameters, and
 * each response's headers (`?`: optional), error codes or media type.
 */
export function outlineOfDescription(): Record<string, string> {
  // Safety: a view of the parts that are shown.
  const paths = createOpenapiDocument().paths as unknown as Record<
    string,
    { parameters: Parameter[]; get?: Operation; post?: Operation }
  >;
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, { parameters, ...operations }]) =>
      Object.entries(operations).map(([method, operation]) => [
        `${method} ${path}`,
        outlineOf(parameters, operation),
      ]),
    ),
  );
}

function outlineOf(inPath: Parameter[], { parameters, requestBody, responses }: Operation): string {
  const taken = [...inPath, ...parameters].map((one) => `${one.in} ${one.name}`);
  const body = Object.keys(requestBody?.content ?? {});
  const lines = Object.entries(responses).map(([status, { headers, content = {} }]) => {
    const missing = always.filter((name) => !("$ref" in (headers[name] ?? {})));
    if (missing.length > 0) throw new Error(`${status} has no ${missing}.`);
    const carried = Object.entries(headers)
      .filter(([name]) => !always.includes(name))
      .map(([name, header]) => ("$ref" in header ? name : `${name}?`));
    const [, codes] = /"enum":\["([^\]]*)"\]/.exec(JSON.stringify(content)) ?? [];
    const contents = codes === undefined ? Object.keys(content) : codes.split('","');
    return [status, ...carried, ...contents].join(" ");
  });
  return [[...taken, ...body].join(", "), ...lines].join("\n");
}
