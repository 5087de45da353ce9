import * as z from 'zod';
import { askSourceJson, type SourceContext } from '../ask-source.ts';
import { askOnce } from './ask-once.ts';
import { unlessRefused } from './is-refused.ts';
import { KnownReaders, mostMembers, unnamedMembers } from './known-readers.ts';

interface ConfluenceAsking {
  base: string;
  isCloud: boolean;
  asked: { service: string; headers: Record<string, string>; secret: string };
}

const user = z.object({
  accountId: z.string().nullish(),
  username: z.string().nullish(),
  email: z.string().nullish(),
});
const group = z.object({ id: z.string().nullish(), name: z.string().nullish() });
const users = z.object({ results: z.array(user), size: z.number().optional(), limit: z.number().optional() });
const groups = z.object({
  results: z.array(group),
  size: z.number().optional(),
  limit: z.number().optional(),
});
const subjects = z.object({ user: users.optional(), group: groups.optional() });
/** Of a page; absent where the server did not say. */
const restrictions = z.object({ read: z.object({ restrictions: subjects }).optional() }).optional();
const restricted = z.object({ id: z.string().optional(), restrictions });
export const restrictedPage = restricted.extend({ ancestors: z.array(restricted).optional() });
type RestrictedPage = z.infer<typeof restrictedPage>;
type Level = z.infer<typeof restricted>;
type Subjects = z.infer<typeof subjects>;

const cloudSpace = z.object({
  permissions: z.array(
    z.object({
      operation: z.object({ operation: z.string(), targetType: z.string() }),
      anonymousAccess: z.boolean().optional(),
      subjects: subjects.optional(),
    }),
  ),
});
const serverSpace = z.array(
  z.object({
    operation: z.object({ operationKey: z.string(), targetType: z.string() }),
    subject: z
      .object({ type: z.string(), name: z.string().nullish(), userKey: z.string().nullish() })
      .nullish(),
  }),
);
const profile = z.object({ email: z.string().nullish() });
const byOperation = z.object({ restrictions: subjects });

const pageSize = 200;
const kinds = ['user', 'group'] as const;
/** What a listing has to be asked for, so that it says who may read its pages. */
export const restrictionFields = ['', 'ancestors.']
  .flatMap((of) => kinds.map((kind) => `${of}restrictions.read.restrictions.${kind}`))
  .join(',');

/**
 * Says who may read pages: people who may read their space and are named by each page above them, and by themselves, that is
 * restricted. People are known by the addresses that Confluence shows of them, groups by their members.
 */
export class ConfluenceReaders {
  readonly #asking: ConfluenceAsking;
  readonly #context: SourceContext;
  readonly #levels = new Map<string, Promise<KnownReaders | undefined>>();
  readonly #spaceOf = askOnce((key) => unlessRefused(this.#askSpace(key)));
  readonly #membersOf = askOnce((key) => this.#askMembers(key));
  readonly #addressOf = askOnce((name) => this.#askAddress(name));
  readonly #nameOf = askOnce((key) => this.#askName(key));

  constructor(asking: ConfluenceAsking, context: SourceContext) {
    this.#asking = asking;
    this.#context = context;
  }

  /** Undefined where it is not said to this account. */
  async of(space: string, page: RestrictedPage): Promise<KnownReaders | undefined> {
    let readers = await this.#spaceOf(space);
    for (const level of [...(page.ancestors ?? []), page]) {
      const given = level.restrictions?.read?.restrictions;
      if (!given || !page.ancestors) return undefined;
      const named = await this.#levelOf(level, given);
      if (named) readers = readers?.and(named);
    }
    return readers;
  }

  async #ask<T>(path: string, shape: z.ZodType<T>): Promise<T> {
    const { base, asked } = this.#asking;
    return (await askSourceJson({ ...asked, url: `${base}${path}`, shape }, this.#context)).answer;
  }

  #levelOf(level: Level, given: Subjects): Promise<KnownReaders | undefined> {
    const key = level.id ?? JSON.stringify(given);
    const readers = this.#levels.get(key) ?? this.#askLevel(level, given);
    this.#levels.set(key, readers);
    return readers;
  }

  /** All who are named by one page; undefined where nobody is, and it restricts nothing. */
  async #askLevel({ id }: Level, given: Subjects): Promise<KnownReaders | undefined> {
    if (kinds.every((kind) => (given[kind]?.results.length ?? 0) === 0)) return undefined;
    const readers = new KnownReaders();
    await this.#addSubjects(readers, given);
    const isCut = kinds.some(
      (kind) => (given[kind]?.results.length ?? 0) >= (given[kind]?.limit ?? pageSize),
    );
    for (let start = 0; isCut && id; start += pageSize) {
      const path = `/rest/api/content/${encodeURIComponent(id)}/restriction/byOperation/read`;
      const fields = kinds.map((kind) => `restrictions.${kind}`).join(',');
      const address = `${path}?expand=${fields}&start=${start}&limit=${pageSize}`;
      const { restrictions: rest } = await this.#ask(address, byOperation);
      await this.#addSubjects(readers, rest);
      if (kinds.every((kind) => (rest[kind]?.results.length ?? 0) < pageSize)) break;
    }
    return readers;
  }

  async #askSpace(key: string): Promise<KnownReaders> {
    const readers = new KnownReaders();
    const path = `/rest/api/space/${encodeURIComponent(key)}`;
    if (this.#asking.isCloud) {
      const { permissions } = await this.#ask(`${path}?expand=permissions`, cloudSpace);
      for (const { operation, anonymousAccess, subjects: named } of permissions) {
        if (operation.operation !== 'read' || operation.targetType !== 'space') continue;
        if (anonymousAccess) readers.tokens.add('public');
        if (named) await this.#addSubjects(readers, named);
      }
      return readers;
    }
    for (const { operation, subject } of await this.#ask(`${path}/permissions`, serverSpace)) {
      if (operation.operationKey !== 'read' || operation.targetType !== 'space') continue;
      if (subject?.type === 'anonymous') readers.tokens.add('public');
      else if (subject?.type === 'group')
        await this.#addSubjects(readers, { group: { results: [{ name: subject.name }] } });
      else
        await this.#addUser(readers, {
          username: subject?.userKey ? await this.#nameOf(subject.userKey) : null,
        });
    }
    return readers;
  }

  async #addSubjects(readers: KnownReaders, of: Subjects): Promise<void> {
    for (const one of of.user?.results ?? []) await this.#addUser(readers, one);
    for (const { id, name } of of.group?.results ?? []) {
      readers.addGroup(id);
      const key = this.#asking.isCloud ? id : name;
      readers.add(key ? await this.#membersOf(key) : unnamedMembers());
    }
  }

  async #addUser(readers: KnownReaders, { email, username }: z.infer<typeof user>): Promise<void> {
    readers.addPerson(email || (username ? await this.#addressOf(username) : null));
  }

  async #askMembers(key: string): Promise<KnownReaders> {
    const readers = new KnownReaders();
    const list = this.#asking.isCloud ? 'membersByGroupId' : 'member';
    const path = `/rest/api/group/${encodeURIComponent(key)}/${list}`;
    for (let start = 0; ; start += pageSize) {
      const page = await unlessRefused(this.#ask(`${path}?start=${start}&limit=${pageSize}`, users));
      if (!page || start + page.results.length > mostMembers) return unnamedMembers();
      for (const one of page.results) await this.#addUser(readers, one);
      if (page.results.length < pageSize) return readers;
    }
  }

  /** A server of one's own shows addresses in the profile for its app alone. */
  async #askAddress(name: string): Promise<string | null> {
    const path = `/rest/mobile/latest/profile/${encodeURIComponent(name)}`;
    return (await unlessRefused(this.#ask(path, profile)))?.email ?? null;
  }

  async #askName(key: string): Promise<string | null> {
    const found = await unlessRefused(this.#ask(`/rest/api/user?key=${encodeURIComponent(key)}`, user));
    return found?.username ?? null;
  }
}
