import type { DocumentSource, SourceEntry, SourcePage } from '@tendril/contract/provider/document-source';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlayAnswer, type PlayedVendor, playVendor } from '../../testing/play-vendor.ts';
import { testContext } from '../../testing/run-context.ts';
import { loadNode, readValues } from '../../testing/run-node.ts';

const key = 'CANARY-key-0003';
let vendor: PlayedVendor;
beforeAll(async () => {
  vendor = await playVendor();
});
afterAll(() => vendor.close());

async function listed(
  name: string,
  given: Record<string, unknown>,
  credential: Record<string, string> | undefined,
  play: PlayAnswer,
): Promise<SourceEntry[]> {
  vendor.play(play);
  const context = testContext({ services: { fetch: vendor.fetch }, ...(credential && { credential }) });
  const node = await loadNode(name);
  expect(node.bringsAccess).toBe(true);
  const asked = { access: true };
  const source: DocumentSource | undefined = await node.openSource?.(
    readValues(node, given) as never,
    context,
    asked,
  );
  const entries: SourceEntry[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const page: SourcePage | undefined = await source?.list(cursor === '' ? undefined : cursor);
    entries.push(...(page?.entries ?? []));
    cursor = page?.next;
  }
  return entries;
}
const accessOf = (entries: readonly SourceEntry[]) =>
  entries.map(({ key: id, acl, unmapped }) => [id, acl, unmapped]);
const hidden = 'people whose addresses are not shown';

describe('who may read files of SharePoint', () => {
  const graph = 'https://graph.microsoft.com/v1.0';
  const file = (id: string) => ({ id, name: `${id}.md`, file: {}, cTag: `c-${id}` });
  const user = (email: string) => ({ grantedToV2: { user: { id: 'u1', email }, siteUser: { email } } });
  const lists: Record<string, unknown[]> = {
    people: [
      { roles: ['write'], ...user('Ada@acme.test') },
      { roles: ['read'], grantedToV2: { user: { id: 'bob-id', displayName: 'Bob' } } },
      { roles: ['read'], grantedToV2: { siteUser: { loginName: 'i:0#.f|membership|cy@acme.test' } } },
      { roles: ['sp.limited access'], ...user('limited@acme.test') },
      { roles: ['read'], expirationDateTime: '2020-01-01T00:00:00Z', ...user('past@acme.test') },
      { roles: ['read'], expirationDateTime: '0001-01-01T00:00:00Z', ...user('always@acme.test') },
    ],
    groups: [
      { roles: ['read'], grantedToV2: { group: { id: 'g-1', email: 'Board@acme.test' } } },
      { roles: ['read'], grantedToV2: { siteGroup: { id: '5', displayName: 'Docs Visitors' } } },
      {
        roles: ['read'],
        grantedToV2: { siteUser: { loginName: 'c:0-.f|rolemanager|spo-grid-all-users/tenant' }, user: {} },
      },
    ],
    links: [
      { roles: ['read'], link: { scope: 'anonymous' } },
      {
        roles: ['read'],
        link: { scope: 'users' },
        grantedToIdentitiesV2: [{ user: { email: 'dee@acme.test' } }],
      },
    ],
  };
  const play: PlayAnswer = ({ request, body }) => {
    if (request.includes('/delta'))
      return {
        body: {
          value: [...Object.keys(lists), 'refused', 'busy'].map(file),
          '@odata.deltaLink': `${graph}/d`,
        },
      };
    if (request.endsWith('/$batch')) {
      const { requests } = body as { requests: { id: string; url: string }[] };
      return {
        body: {
          responses: requests.toReversed().map(({ id, url }) => {
            const value = lists[url.split('/').at(-2) ?? ''];
            if (url.includes('busy')) return { id, status: 429, body: {} };
            return value ? { id, status: 200, body: { value } } : { id, status: 403, body: {} };
          }),
        },
      };
    }
    if (request.includes('/items/busy/permissions'))
      return { body: { value: [{ roles: ['read'], ...user('late@acme.test') }] } };
    if (request.includes('/users/bob-id'))
      return { body: { mail: null, userPrincipalName: 'bob@acme.test' } };
    if (request.includes('/groups/g-1/transitiveMembers'))
      return { body: { value: [{ mail: 'ada@acme.test' }, { mail: null, userPrincipalName: null }] } };
    return { status: 403, body: {} };
  };

  it('are the people and groups that its permissions name, and nobody by a link or a group of the site', async () => {
    const entries = await listed('sharePoint', {}, { accessToken: key }, play);
    expect(accessOf(entries)).toEqual([
      [
        'people',
        ['user:ada@acme.test', 'user:always@acme.test', 'user:bob@acme.test', 'user:cy@acme.test'],
        [],
      ],
      [
        'groups',
        ['group:board@acme.test', 'group:g-1', 'user:ada@acme.test'],
        ['everyone of the organization', 'groups of the site', hidden],
      ],
      ['links', ['user:dee@acme.test'], ['anyone with the link']],
      ['refused', undefined, undefined],
      ['busy', ['user:late@acme.test'], []],
    ]);
    expect(vendor.asked.filter(({ request }) => request.includes('/users/bob-id'))).toHaveLength(1);
  });
});

describe('who may read pages of Confluence', () => {
  const named = (users: object[] = [], groups: object[] = []) => ({
    read: { restrictions: { user: { results: users, limit: 200 }, group: { results: groups, limit: 200 } } },
  });
  const person = (name: string) => ({ accountId: name, email: `${name}@acme.test` });
  const page = (id: string, restrictions: object, ancestors: object[] | undefined = []) => ({
    ...{ id, title: id, version: { number: 1 }, restrictions },
    ...(ancestors && { ancestors }),
  });
  const secret = { id: 'top', restrictions: named([person('ada')], [{ id: 'g-2', name: 'board' }]) };
  const results = [
    page('open', named()),
    page('narrow', named([person('ada'), person('eve')])),
    page('below', named([person('bob'), person('eve')]), [{ id: 'home', restrictions: named() }, secret]),
    page('unsaid', {}),
  ];
  const space = (more: object[] = []) => ({
    permissions: [
      {
        operation: { operation: 'read', targetType: 'space' },
        subjects: { user: { results: [person('ada')] }, group: { results: [{ id: 'g-1', name: 'staff' }] } },
      },
      {
        operation: { operation: 'create', targetType: 'page' },
        subjects: { user: { results: [person('writer')] } },
      },
      ...more,
    ],
  });
  const cloud = (answer: object): PlayAnswer => {
    return ({ request }) => {
      if (request.includes('/rest/api/content?')) return { body: { size: results.length, results } };
      if (request.includes('/rest/api/space/DOC')) return { body: answer };
      const members = request.includes('g-1')
        ? [person('bob'), { accountId: 'x', email: '' }]
        : [person('bob')];
      return request.includes('membersByGroupId') ? { body: { results: members } } : { status: 404 };
    };
  };
  const account = { username: 'ada', accessToken: key };
  const cloudSite = { baseUrl: 'https://acme.atlassian.net/wiki', spaceKey: 'DOC' };

  it('are those who may read the space and are named by every restricted page on the way', async () => {
    expect(accessOf(await listed('confluence', cloudSite, account, cloud(space())))).toEqual([
      ['open', ['group:g-1', 'user:ada@acme.test', 'user:bob@acme.test'], [hidden]],
      ['narrow', ['user:ada@acme.test'], [hidden]],
      ['below', ['user:bob@acme.test'], [hidden]],
      ['unsaid', undefined, undefined],
    ]);
  });

  it('are all where the space is for all, but for the restricted pages', async () => {
    const everyone = { operation: { operation: 'read', targetType: 'space' }, anonymousAccess: true };
    const entries = await listed('confluence', cloudSite, account, cloud(space([everyone])));
    expect(
      accessOf(entries)
        .slice(0, 3)
        .map(([id, acl]) => [id, acl]),
    ).toEqual([
      ['open', expect.arrayContaining(['public'])],
      ['narrow', ['user:ada@acme.test', 'user:eve@acme.test']],
      ['below', ['user:bob@acme.test']],
    ]);
  });

  it('are known by their profiles at a server of one’s own', async () => {
    const read = { operationKey: 'read', targetType: 'space' };
    const entries = await listed(
      'confluence',
      { baseUrl: 'https://wiki.acme.test', spaceKey: 'DOC' },
      { personalAccessToken: key },
      ({ request }) => {
        if (request.includes('/rest/api/content?'))
          return {
            body: { size: 1, results: [page('one', named([{ username: 'ada' }, { username: 'bob' }]))] },
          };
        if (request.endsWith('/rest/api/space/DOC/permissions'))
          return {
            body: [
              { operation: read, subject: { type: 'group', name: 'confluence-users' } },
              { operation: read, subject: { type: 'user', userKey: 'k1' } },
            ],
          };
        if (request.includes('/group/confluence-users/member'))
          return { body: { results: [{ username: 'ada' }] } };
        if (request.includes('/rest/api/user?key=k1')) return { body: { username: 'cy' } };
        const name = /profile\/(\w+)$/.exec(request)?.[1];
        return name ? { body: { email: `${name}@acme.test` } } : { status: 404 };
      },
    );
    expect(accessOf(entries)).toEqual([['one', ['user:ada@acme.test'], []]]);
  });
});

describe('who may read a repository', () => {
  const github = { repoLink: 'https://github.com/acme/docs', branch: 'main' };
  const tree = { sha: 'r', tree: [{ path: 'a.md', type: 'blob', sha: 's1' }] };
  const hub = (
    repository: object,
    graph: (body: { query: string; after: string | null }) => object,
  ): PlayAnswer => {
    return ({ request, body }) => {
      if (request.includes('/git/trees/')) return { body: tree };
      if (!request.endsWith('/graphql')) return { body: repository };
      const { query, variables } = body as { query: string; variables: { after: string | null } };
      return { body: graph({ query, after: variables.after }) };
    };
  };
  const owner = { type: 'Organization' };
  const end = { hasNextPage: false, endCursor: null };

  it('at GitHub is everyone where it is public, without a further question', async () => {
    const entries = await listed(
      'github',
      github,
      undefined,
      hub({ private: false, visibility: 'public' }, () => ({})),
    );
    expect(accessOf(entries)).toEqual([['a.md', ['public'], []]]);
    expect(vendor.asked).toHaveLength(2);
  });

  it('at GitHub are those who take part in a private one, by addresses that were verified', async () => {
    const entries = await listed(
      'github',
      github,
      { accessToken: key },
      hub({ private: true, visibility: 'private', owner }, ({ after }) => ({
        data: {
          repository: {
            collaborators: after
              ? { nodes: [{ email: '' }], pageInfo: end }
              : {
                  nodes: [
                    { email: '', organizationVerifiedDomainEmails: ['Ada@acme.test'] },
                    { email: 'bob@x.test' },
                  ],
                  pageInfo: { hasNextPage: true, endCursor: 'c2' },
                },
          },
        },
      })),
    );
    expect(accessOf(entries)).toEqual([['a.md', ['user:ada@acme.test', 'user:bob@x.test'], [hidden]]]);
  });

  it('at GitHub are the members of its organization where it is internal', async () => {
    const people = (email: string) => ({ nodes: [{ email }], pageInfo: end });
    const entries = await listed(
      'github',
      github,
      { accessToken: key },
      hub({ private: true, visibility: 'internal', owner }, ({ query }) => ({
        data: query.includes('membersWithRole')
          ? { organization: { membersWithRole: people('cy@acme.test') } }
          : { repository: { collaborators: people('ada@acme.test') } },
      })),
    );
    expect(accessOf(entries)).toEqual([
      ['a.md', ['user:ada@acme.test', 'user:cy@acme.test'], ['everyone of the enterprise']],
    ]);
  });

  it('at GitHub is not said to an account that may not see who takes part', async () => {
    const refused = { data: { repository: { collaborators: null } }, errors: [{ type: 'FORBIDDEN' }] };
    const entries = await listed(
      'github',
      github,
      { accessToken: key },
      hub({ private: true, visibility: 'private', owner }, () => refused),
    );
    expect(accessOf(entries)).toEqual([['a.md', undefined, undefined]]);
  });

  const gitlab = { projectUrl: 'https://gitlab.com/acme/docs', branch: 'main' };
  const lab = (project: object): PlayAnswer => {
    return ({ request }) => {
      if (request.includes('/repository/tree')) return { body: [{ id: 'i1', path: 'a.md', type: 'blob' }] };
      if (request.includes('/members/all'))
        return {
          body: [
            { id: 1, access_level: 30, state: 'active', email: 'ada@acme.test' },
            { id: 2, access_level: 20, state: 'active' },
            { id: 3, access_level: 40, state: 'active' },
            { id: 4, access_level: 10, state: 'active', email: 'guest@acme.test' },
            { id: 5, access_level: 50, state: 'blocked', email: 'blocked@acme.test' },
          ],
        };
      if (request.includes('/users/2')) return { body: { public_email: 'bob@acme.test' } };
      return request.includes('/users/') ? { status: 404, body: {} } : { body: project };
    };
  };

  it('at GitLab are its members who may read files, or everyone where those are public', async () => {
    const members = ['user:ada@acme.test', 'user:bob@acme.test'];
    const of = async (project: object) =>
      accessOf(await listed('gitlab', gitlab, { accessToken: key }, lab(project)));
    expect(await of({ visibility: 'private' })).toEqual([['a.md', members, [hidden]]]);
    expect(await of({ visibility: 'public', repository_access_level: 'private' })).toEqual([
      ['a.md', members, [hidden]],
    ]);
    expect(await of({ visibility: 'internal' })).toEqual([
      ['a.md', members, ['everyone who has an account there', hidden]],
    ]);
    expect(await of({ visibility: 'public', repository_access_level: 'enabled' })).toEqual([
      ['a.md', ['public'], []],
    ]);
  });
});

describe('who may read files of Google Drive', () => {
  const file = (id: string, permissions?: object[]) => ({
    ...{ id, name: `${id}.txt`, mimeType: 'text/plain', md5Checksum: id },
    ...(permissions && { permissions }),
  });

  it('is requested separately in shared drives, and a link names no reader', async () => {
    const files = [
      file('own', [
        { type: 'user', emailAddress: 'Ada@acme.test' },
        { type: 'user', emailAddress: 'gone@acme.test', deleted: true },
        { type: 'user', emailAddress: 'past@acme.test', expirationTime: '2020-01-01T00:00:00Z' },
        { type: 'anyone', allowFileDiscovery: false },
      ]),
      file('all', [{ type: 'anyone', allowFileDiscovery: true }]),
      file('shared'),
      file('refused'),
    ];
    const entries = await listed('googleDrive', { folderId: 'top' }, { accessToken: key }, ({ request }) => {
      if (request.includes('/files/shared/permissions'))
        return request.includes('pageToken')
          ? { body: { permissions: [{ type: 'user', emailAddress: 'bob@acme.test' }] } }
          : {
              body: { nextPageToken: 'n', permissions: [{ type: 'group', emailAddress: 'Board@acme.test' }] },
            };
      return request.includes('/permissions') ? { status: 403, body: {} } : { body: { files } };
    });
    expect(accessOf(entries)).toEqual([
      ['own', ['user:ada@acme.test'], ['anyone with the link']],
      ['all', ['public'], []],
      ['shared', ['group:board@acme.test', 'user:bob@acme.test'], []],
      ['refused', undefined, undefined],
    ]);
  });
});
