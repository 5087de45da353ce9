import * as z from 'zod';
import { askSourceJson, type SourceContext } from '../ask-source.ts';
import { askOnce } from './ask-once.ts';
import { unlessRefused } from './is-refused.ts';
import { KnownReaders, mostMembers, unnamedMembers } from './known-readers.ts';

interface GraphAsking {
  graph: string;
  asked: { service: string; headers: Record<string, string>; secret: string };
}

const identity = z
  .object({ id: z.string().nullish(), email: z.string().nullish(), loginName: z.string().nullish() })
  .nullish();
const granted = z.object({ user: identity, siteUser: identity, group: identity, siteGroup: identity });
const permission = z.object({
  roles: z.array(z.string()).nullish(),
  link: z.object({ scope: z.string().nullish() }).nullish(),
  grantedToV2: granted.nullish(),
  grantedToIdentitiesV2: z.array(granted).nullish(),
  expirationDateTime: z.string().nullish(),
});
const permissions = z.object({ value: z.array(permission), '@odata.nextLink': z.string().optional() });
const batch = z.object({
  responses: z.array(z.object({ id: z.string(), status: z.number(), body: z.unknown() })),
});
const person = z.object({ mail: z.string().nullish(), userPrincipalName: z.string().nullish() });
const members = z.object({ value: z.array(person), '@odata.nextLink': z.string().optional() });

type Granted = z.infer<typeof granted>;
type Permission = z.infer<typeof permission>;

/** So many requests Graph takes at once. */
const mostAtOnce = 20;
const pageSize = 100;
/** Anything less, as "limited access", opens a way to a file and not the file. */
const reads: ReadonlySet<string> = new Set([
  'read',
  'write',
  'owner',
  'sp.full control',
  'sp.owner',
  'sp.member',
]);
/** How accounts of everyone are called: with guests, and without. */
const everyone = /^c:0\(\.s\|true$|rolemanager\|spo-grid-all-users/;

const isOver = ({ expirationDateTime: until }: Permission, now: number) =>
  // The first of all years means that there is no end.
  until !== null && until !== undefined && !until.startsWith('0001') && Date.parse(until) < now;

/** Says who may read files of SharePoint: people by their addresses, groups by their ids and their members. */
export class SharePointReaders {
  readonly #graph: string;
  readonly #asked: GraphAsking['asked'];
  readonly #context: SourceContext;
  readonly #addressOf = askOnce((id) => this.#askAddress(id));
  readonly #membersOf = askOnce((id) => this.#askMembers(id));

  constructor({ graph, asked }: GraphAsking, context: SourceContext) {
    this.#graph = graph;
    this.#asked = asked;
    this.#context = context;
  }

  /** Of items, by their addresses and in their order; undefined where it is not said to this account. */
  async of(items: readonly string[]): Promise<(KnownReaders | undefined)[]> {
    const found: (KnownReaders | undefined)[] = [];
    for (let start = 0; start < items.length; start += mostAtOnce) {
      const addresses = items.slice(start, start + mostAtOnce).map((item) => `${item}/permissions`);
      for (const list of await this.#askTogether(addresses))
        found.push(list && (await this.#readersOf(list)));
    }
    return found;
  }

  async #ask<T>(url: string, shape: z.ZodType<T>): Promise<T> {
    return (await askSourceJson({ ...this.#asked, url, shape }, this.#context)).answer;
  }

  async #askTogether(addresses: readonly string[]): Promise<(Permission[] | undefined)[]> {
    const requests = addresses.map((address, at) => ({
      ...{ id: String(at), method: 'GET', url: address.slice(this.#graph.length) },
    }));
    const headers = { ...this.#asked.headers, 'content-type': 'application/json' };
    const asked = {
      ...this.#asked,
      headers,
      method: 'POST' as const,
      url: `${this.#graph}/$batch`,
      shape: batch,
    };
    const { answer } = await askSourceJson({ ...asked, body: JSON.stringify({ requests }) }, this.#context);
    const byId = new Map(answer.responses.map((response) => [response.id, response]));
    const lists: (Permission[] | undefined)[] = [];
    for (const [at, address] of addresses.entries()) {
      const response = byId.get(String(at));
      const given = response?.status === 200 ? permissions.safeParse(response.body).data : undefined;
      // One that was too much in this company is asked for by itself; that waits as long as the vendor says.
      const first = given ?? (await unlessRefused(this.#ask(address, permissions)));
      lists.push(first && [...first.value, ...(await this.#restOf(first['@odata.nextLink']))]);
    }
    return lists;
  }

  async #restOf(next: string | undefined): Promise<Permission[]> {
    const found: Permission[] = [];
    for (let url = next; url?.startsWith(`${this.#graph}/`); ) {
      const page: z.infer<typeof permissions> = await this.#ask(url, permissions);
      found.push(...page.value);
      url = page['@odata.nextLink'];
    }
    return found;
  }

  async #readersOf(list: readonly Permission[]): Promise<KnownReaders> {
    const readers = new KnownReaders();
    const now = Date.now();
    for (const one of list) {
      if (isOver(one, now) || !one.roles?.some((role) => reads.has(role))) continue;
      if (one.link && one.link.scope !== 'users') readers.addUnknown('anyone with the link');
      for (const to of one.grantedToIdentitiesV2 ?? []) await this.#addGranted(readers, to);
      if (one.grantedToV2) await this.#addGranted(readers, one.grantedToV2);
    }
    return readers;
  }

  async #addGranted(readers: KnownReaders, { user, siteUser, group, siteGroup }: Granted): Promise<void> {
    const login = siteUser?.loginName ?? '';
    if (everyone.test(login)) return readers.addUnknown('everyone of the organization');
    if (group?.id) {
      readers.addGroup(group.id, group.email?.toLowerCase());
      return readers.add(await this.#membersOf(group.id));
    }
    // Graph does not name the members of a group of the site's own.
    if (siteGroup) return readers.addUnknown('groups of the site');
    if (!user && !siteUser) return;
    const named = login.includes('@') ? login.slice(login.lastIndexOf('|') + 1) : null;
    const email = user?.email || siteUser?.email || named;
    readers.addPerson(email || (user?.id ? await this.#addressOf(user.id) : null));
  }

  async #askAddress(id: string): Promise<string | null | undefined> {
    const url = `${this.#graph}/users/${encodeURIComponent(id)}?$select=mail,userPrincipalName`;
    const found = await unlessRefused(this.#ask(url, person));
    return found?.mail || found?.userPrincipalName;
  }

  async #askMembers(id: string): Promise<KnownReaders> {
    const readers = new KnownReaders();
    const path = `${this.#graph}/groups/${encodeURIComponent(id)}/transitiveMembers/microsoft.graph.user`;
    let url: string | undefined = `${path}?$select=mail,userPrincipalName&$top=${pageSize}`;
    for (let count = 0; url !== undefined; ) {
      const page: z.infer<typeof members> | undefined = url.startsWith(`${this.#graph}/`)
        ? await unlessRefused(this.#ask(url, members))
        : undefined;
      count += page?.value.length ?? 0;
      if (!page || count > mostMembers) return unnamedMembers();
      for (const { mail, userPrincipalName } of page.value) readers.addPerson(mail || userPrincipalName);
      url = page['@odata.nextLink'];
    }
    return readers;
  }
}
