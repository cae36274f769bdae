import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link, Navigate } from "react-router-dom";
import * as v from "valibot";
import { nouns } from "#protocol/values/noun";
import { ownerPagePath, pages } from "#protocol/wire/pages";
import { namePath } from "#protocol/wire/paths";
import { LoadFailure } from "../components/Notice.tsx";
import { PageMessage } from "../components/PageMessage.tsx";
import { hexSchema } from "../page/hexSchema.ts";
import { readJson, ServiceError } from "../service/readJson.ts";

const addressSchema = v.object({ address: hexSchema() });

/** How long a name's address counts as fresh. */
const freshMilliseconds = 60_000;

/** Query for an ENS name's address; null if there is none. */
export function nameQueryOptions(name: string) {
  return queryOptions({
    queryKey: ["name", name],
    staleTime: freshMilliseconds,
    queryFn: async ({ signal, client }) => {
      try {
        return await readJson(namePath(name), addressSchema, { signal, client });
      } catch (error) {
        if (error instanceof ServiceError && error.is("name.not_found")) return null;
        throw error;
      }
    },
  });
}

/** Renders the page of a name: the service redirects to the address's page, this component within the app. */
export function NamedOwner({ name }: { name: string }) {
  const found = useQuery(nameQueryOptions(name));
  if (found.data) return <Navigate to={ownerPagePath(found.data.address)} replace />;
  if (found.isError) {
    return (
      <LoadFailure onRetry={() => void found.refetch()}>
        The name <bdi>{name}</bdi> can't be looked up right now.
      </LoadFailure>
    );
  }
  if (found.isPending) return <p role="status">Looking up the name…</p>;
  return (
    <PageMessage title="No such name">
      <p>
        No wallet has the name <bdi>{name}</bdi>. Check its spelling.
      </p>
      <p>
        <Link to={pages.gallery.path}>Show all {nouns}</Link>
      </p>
    </PageMessage>
  );
}
