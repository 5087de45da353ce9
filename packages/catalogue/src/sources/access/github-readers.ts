import * as z from 'zod';
import { askSourceJson, type SourceContext } from '../ask-source.ts';
import { unlessRefused } from './is-refused.ts';
import { KnownReaders } from './known-readers.ts';

interface Repository {
  /** Of the REST interface. */
  api: string;
  owner: string;
  name: string;
  asked: { service: string; headers: Record<string, string>; secret?: string };
}

const described = z.object({
  private: z.boolean(),
  visibility: z.string().optional(),
  owner: z.object({ type: z.string().optional() }).optional(),
});
const person = z.object({
  email: z.string().nullish(),
  organizationVerifiedDomainEmails: z.array(z.string()).nullish(),
});
const people = z.object({
  nodes: z.array(person.nullable()).nullish(),
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
});
const answered = z.object({
  data: z
    .object({
      repository: z.object({ collaborators: people.nullish() }).nullish(),
      organization: z.object({ membersWithRole: people.nullish() }).nullish(),
    })
    .nullish(),
});
type People = z.infer<typeof people>;

const verified = 'organizationVerifiedDomainEmails(login: $owner) @include(if: $isOrganization)';
const asPeople = `{ nodes { email ${verified} } pageInfo { hasNextPage endCursor } }`;
const given = '$owner: String!, $isOrganization: Boolean!, $after: String';
const ofRepository = `query (${given}, $name: String!) { repository(owner: $owner, name: $name) { collaborators(affiliation: ALL, first: 100, after: $after) ${asPeople} } }`;
const ofOrganization = `query (${given}) { organization(login: $owner) { membersWithRole(first: 100, after: $after) ${asPeople} } }`;
/** Of people, a hundred each. */
const mostPages = 50;

/** A server of one's own has its graph beside the other interface. */
const graphOf = (api: string) => (api.endsWith('/api/v3') ? `${api.slice(0, -3)}/graphql` : `${api}/graphql`);

/**
 * Who may read a repository: everybody, or those who take part in it, by the addresses that GitHub has verified. Undefined
 * where it is not said to this account: it takes the right to write to see who takes part.
 */
export async function githubReaders(
  { api, owner, name, asked }: Repository,
  context: SourceContext,
): Promise<KnownReaders | undefined> {
  const url = `${api}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
  const { answer: repository } = await askSourceJson({ ...asked, url, shape: described }, context);
  const readers = new KnownReaders();
  if (!repository.private && (repository.visibility ?? 'public') === 'public') {
    readers.tokens.add('public');
    return readers;
  }
  const isOrganization = repository.owner?.type === 'Organization';

  async function addPeople(
    query: string,
    peopleOf: (answer: z.infer<typeof answered>) => People | null | undefined,
  ) {
    let after: string | null = null;
    for (let page = 0; page < mostPages; page += 1) {
      const body: string = JSON.stringify({ query, variables: { owner, name, isOrganization, after } });
      const headers = { ...asked.headers, 'content-type': 'application/json' };
      const request = {
        ...asked,
        headers,
        method: 'POST' as const,
        body,
        url: graphOf(api),
        shape: answered,
      };
      const found = peopleOf((await askSourceJson(request, context)).answer);
      if (!found) return false;
      for (const one of found.nodes ?? []) {
        const addresses = [
          ...(one?.organizationVerifiedDomainEmails ?? []),
          ...(one?.email ? [one.email] : []),
        ];
        if (addresses.length === 0) readers.addPerson(null);
        for (const address of addresses) readers.addPerson(address);
      }
      if (!found.pageInfo.hasNextPage || !found.pageInfo.endCursor) return true;
      after = found.pageInfo.endCursor;
    }
    return true;
  }

  const isShown = await unlessRefused(addPeople(ofRepository, ({ data }) => data?.repository?.collaborators));
  if (repository.visibility === 'internal') {
    readers.addUnknown('everyone of the enterprise');
    const members = addPeople(ofOrganization, ({ data }) => data?.organization?.membersWithRole);
    return (await unlessRefused(members)) || isShown ? readers : undefined;
  }
  return isShown ? readers : undefined;
}
