import type { DocumentSource, SourceEntry } from '@tendril/contract/provider/document-source';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlayAnswer, type PlayedVendor, playVendor } from '../testing/play-vendor.ts';
import { testContext } from '../testing/run-context.ts';
import { loadNode, readValues } from '../testing/run-node.ts';

const key = 'CANARY-key-0002';
let vendor: PlayedVendor;
beforeAll(async () => {
  vendor = await playVendor();
});
afterAll(() => vendor.close());

async function open(
  name: string,
  given: Record<string, unknown>,
  credential: Record<string, string> | undefined,
  play: PlayAnswer,
): Promise<DocumentSource> {
  vendor.play(play);
  const context = testContext({ services: { fetch: vendor.fetch }, ...(credential && { credential }) });
  const node = await loadNode(name);
  const source = await node.openSource?.(readValues(node, given) as never, context);
  if (!source) throw new Error(`${name} is no source`);
  return source;
}

async function listAll(source: DocumentSource): Promise<{ entries: SourceEntry[]; isWhole: boolean }> {
  const entries: SourceEntry[] = [];
  let [cursor, isWhole]: [string | undefined, boolean] = [undefined, true];
  do {
    const page = await source.list(cursor);
    entries.push(...page.entries);
    isWhole &&= page.isWhole;
    cursor = page.next;
  } while (cursor !== undefined);
  return { entries, isWhole };
}

const readText = async (source: DocumentSource, entry: SourceEntry | undefined) =>
  new TextDecoder().decode((await source.read(entry as SourceEntry, null))?.bytes);
/** Answers by what the address contains; the first that fits. */
const byPart =
  (...answers: [string, Exclude<ReturnType<PlayAnswer>, undefined>][]): PlayAnswer =>
  ({ request }) =>
    answers.find(([part]) => request.includes(part))?.[1];

describe('S3', () => {
  const aws = { awsKey: 'AKIA', awsSecret: key };
  const object = (name: string, tag: string) =>
    `<Contents><Key>${name}</Key><LastModified>2026-01-02T00:00:00Z</LastModified><ETag>&quot;${tag}&quot;</ETag><Size>3</Size></Contents>`;

  it('lists page by page with the tags of its objects', async () => {
    const source = await open(
      's3Directory',
      { bucketName: 'docs', region: 'eu-west-1', prefix: 'p/' },
      aws,
      ({ request }) => {
        if (request.includes('continuation-token=t2'))
          return {
            text: `<ListBucketResult>${object('p/b &amp; c.txt', 'e2')}${object('p/x.zip', 'e3')}</ListBucketResult>`,
          };
        if (request.includes('list-type'))
          return {
            text: `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>t2</NextContinuationToken>${object('p/', '')}${object('p/a.txt', 'e1')}</ListBucketResult>`,
          };
        return { text: 'abc' };
      },
    );
    const { entries, isWhole } = await listAll(source);
    expect(entries.map(({ key: name, version, skipped }) => [name, version, skipped])).toEqual([
      ['p/a.txt', 'e1/3', undefined],
      ['p/b & c.txt', 'e2/3', undefined],
      ['p/x.zip', 'e3/3', 'Files of the kind .zip cannot be read here.'],
    ]);
    expect(isWhole).toBe(true);
    expect(await readText(source, entries[1])).toBe('abc');
    expect(vendor.asked.at(-1)?.request).toContain('/p/b%20%26%20c.txt');
  });

  it('does not take a listing that was cut short, or leads nowhere, for its end', async () => {
    const given = { bucketName: 'docs', region: 'eu-west-1' };
    const cut = await open('s3Directory', given, aws, () => ({
      text: `<ListBucketResult>${object('a.txt', 'e1')}<Conten`,
    }));
    await expect(listAll(cut)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    const lost = await open('s3Directory', given, aws, () => ({
      text: `<ListBucketResult><IsTruncated>true</IsTruncated>${object('a.txt', 'e1')}</ListBucketResult>`,
    }));
    await expect(listAll(lost)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  });
});

describe('repositories', () => {
  const blob = (path: string, sha: string) => ({ path, type: 'blob', sha, size: 5 });

  it('at GitHub are listed folder by folder where one answer does not hold them', async () => {
    const source = await open(
      'github',
      { repoLink: 'https://github.com/acme/docs', branch: 'main', recursive: true, ignorePath: '**/*.log' },
      { accessToken: key },
      byPart(
        ['main?recursive', { body: { sha: 'root', truncated: true, tree: [blob('a.md', 's1')] } }],
        [
          '/trees/root',
          { body: { sha: 'root', tree: [blob('a.md', 's1'), { path: 'in', type: 'tree', sha: 'sub' }] } },
        ],
        ['/trees/sub', { body: { sha: 'sub', tree: [blob('b.md', 's2'), blob('c.log', 's3')] } }],
        ['/blobs/s2', { text: '# B' }],
      ),
    );
    const { entries, isWhole } = await listAll(source);
    expect(entries.map(({ key: name, version }) => [name, version])).toEqual([
      ['a.md', 's1'],
      ['in/b.md', 's2'],
    ]);
    expect([isWhole, source.hasContentVersions]).toEqual([true, true]);
    expect(await readText(source, entries[1])).toBe('# B');
    expect(vendor.asked.every(({ headers }) => headers['authorization'] === `Bearer ${key}`)).toBe(true);
  });

  it('at GitLab are listed to the page that has no next one', async () => {
    const source = await open(
      'gitlab',
      { projectUrl: 'https://gitlab.com/acme/docs', branch: 'main' },
      undefined,
      ({ request }) => {
        if (request.includes('/raw')) return { text: 'hello' };
        const isFirst = request.includes('&page=1&');
        return {
          headers: { 'x-next-page': isFirst ? '2' : '' },
          body: [{ id: isFirst ? 'i1' : 'i2', path: isFirst ? 'a.md' : 'b/c.md', type: 'blob' }],
        };
      },
    );
    const { entries } = await listAll(source);
    expect(entries.map(({ key: name, url }) => [name, url])).toEqual([
      ['a.md', 'https://gitlab.com/acme/docs/-/blob/main/a.md'],
      ['b/c.md', 'https://gitlab.com/acme/docs/-/blob/main/b/c.md'],
    ]);
    expect(await readText(source, entries[1])).toBe('hello');
  });
});

describe('workspaces', () => {
  const page = (id: string, title: string, edited: string) => ({
    id,
    url: `https://notion.so/${id}`,
    last_edited_time: edited,
    properties: { Name: { type: 'title', title: [{ plain_text: title }] } },
  });

  it('of Notion give pages with their last edit, after a sign-in too', async () => {
    const source = await open(
      'notionWorkspace',
      {},
      { accessToken: key, tokenType: 'bearer' },
      ({ request, body }) => {
        const start = (body as { start_cursor?: string } | undefined)?.start_cursor;
        if (request.includes('/search'))
          return {
            body: start
              ? { results: [page('p2', 'Two', '2026-02-01T00:00:00Z')], has_more: false }
              : { results: [page('p1', 'One', '2026-01-01T00:00:00Z')], has_more: true, next_cursor: 'c2' },
          };
        if (request.includes('/children'))
          return {
            body: {
              results: [{ id: 'b1', type: 'paragraph', paragraph: { rich_text: [{ plain_text: 'Hello' }] } }],
            },
          };
        return { body: page('p1', 'One', '2026-01-01T00:00:00Z') };
      },
    );
    const { entries, isWhole } = await listAll(source);
    expect(entries.map(({ key: id, version, title }) => [id, version, title])).toEqual([
      ['p1', '2026-01-01T00:00:00Z', 'One'],
      ['p2', '2026-02-01T00:00:00Z', 'Two'],
    ]);
    expect(isWhole).toBe(true);
    expect(await readText(source, entries[0])).toBe('# One\n\nHello');
    expect(vendor.asked[0]?.headers['authorization']).toBe(`Bearer ${key}`);
  });

  it('of Notion say whether a page that the search left out is there', async () => {
    const source = await open(
      'notionWorkspace',
      {},
      { notionIntegrationToken: key },
      byPart(
        ['/pages/p1', { body: page('p1', 'One', '2026-01-01T00:00:00Z') }],
        ['/pages/p2', { body: { ...page('p2', 'Two', '2026-01-01T00:00:00Z'), in_trash: true } }],
        ['/pages/p3', { status: 404, body: { code: 'object_not_found', message: 'Could not find page.' } }],
        ['/pages/p4', { status: 500, body: { message: 'Internal error.' } }],
      ),
    );
    const answers = [];
    for (const id of ['p1', 'p2', 'p3']) answers.push(await source.isThere?.(id));
    expect(answers).toEqual([true, false, false]);
    await expect(source.isThere?.('p4')).rejects.toThrow();
  });

  it('of Notion are not whole where more is promised than can be asked for', async () => {
    const source = await open('notionWorkspace', {}, { notionIntegrationToken: key }, () => ({
      body: { results: [page('p1', 'One', '2026-01-01T00:00:00Z')], has_more: true, next_cursor: null },
    }));
    expect((await listAll(source)).isWhole).toBe(false);
  });

  it('of Confluence give pages with the number of their version, also where fewer come than were asked for', async () => {
    const listed = (id: string, number: number, next?: string) => ({
      size: 1,
      _links: { ...(next && { next }) },
      results: [{ id, title: `Page ${id}`, version: { number }, _links: { webui: `/p/${id}` } }],
    });
    const source = await open(
      'confluence',
      { baseUrl: 'https://acme.atlassian.net/wiki', spaceKey: 'DOC' },
      { username: 'ada', accessToken: key },
      byPart(
        ['start=0', { body: listed('1', 3, '/next') }],
        ['start=1', { body: listed('2', 1) }],
        [
          '/content/1',
          { body: { title: 'Page 1', version: { number: 3 }, body: { storage: { value: '<p>Text</p>' } } } },
        ],
      ),
    );
    const { entries } = await listAll(source);
    expect(entries.map(({ key: id, version, url }) => [id, version, url])).toEqual([
      ['1', '3', 'https://acme.atlassian.net/wiki/p/1'],
      ['2', '1', 'https://acme.atlassian.net/wiki/p/2'],
    ]);
    expect(await readText(source, entries[0])).toContain('<h1>Page 1</h1><p>Text</p>');
  });

  it('of Confluence are reached under the address of Atlassian after a sign-in there', async () => {
    const source = await open(
      'confluence',
      { baseUrl: 'https://acme.atlassian.net/wiki', spaceKey: 'DOC' },
      { accessToken: key, tokenType: 'bearer' },
      byPart(
        ['accessible-resources', { body: [{ id: 'c1', url: 'https://acme.atlassian.net' }] }],
        ['/ex/confluence/c1/wiki/rest/api/content?', { body: { size: 0, results: [] } }],
      ),
    );
    expect((await listAll(source)).entries).toEqual([]);
  });
});

describe('drives', () => {
  it('of Google give checksums and who may read, through the folders in a folder', async () => {
    const folder = 'application/vnd.google-apps.folder';
    const source = await open(
      'googleDrive',
      { folderId: 'top', includeSubfolders: true },
      { accessToken: key },
      ({ request }) => {
        const asked = decodeURIComponent(request).replaceAll('+', ' ');
        if (asked.includes("'top' in parents") && !asked.includes('pageToken=n'))
          return {
            body: {
              nextPageToken: 'n',
              files: [
                { id: 'sub', name: 'Sub', mimeType: folder },
                {
                  id: 'f1',
                  name: 'a.txt',
                  mimeType: 'text/plain',
                  md5Checksum: 'm1',
                  permissions: [{ type: 'user', emailAddress: 'Ada@acme.test' }, { type: 'anyone' }],
                },
              ],
            },
          };
        if (asked.includes("'top' in parents"))
          return {
            body: {
              files: [
                {
                  id: 'd1',
                  name: 'Doc',
                  mimeType: 'application/vnd.google-apps.document',
                  modifiedTime: '2026-01-01',
                },
                { id: 'm1', name: 'Map', mimeType: 'application/vnd.google-apps.map' },
              ],
            },
          };
        if (asked.includes("'sub' in parents"))
          return {
            body: { files: [{ id: 'f2', name: 'b.txt', mimeType: 'text/plain', md5Checksum: 'm2' }] },
          };
        if (asked.includes('/export')) return { text: 'exported' };
        return { body: { id: 'd1', name: 'Doc', mimeType: 'application/vnd.google-apps.document' } };
      },
    );
    const { entries, isWhole } = await listAll(source);
    expect(entries.map(({ key: id, version, acl, skipped }) => [id, version, acl, skipped])).toEqual([
      ['f1', 'm1', ['public', 'user:ada@acme.test'], undefined],
      ['d1', '2026-01-01', undefined, undefined],
      ['m1', null, undefined, 'This kind of document cannot be exported.'],
      ['f2', 'm2', undefined, undefined],
    ]);
    expect(isWhole).toBe(true);
    expect(await readText(source, entries[1])).toBe('exported');
  });

  it('of Google are not whole where the search was not complete', async () => {
    const source = await open('googleDrive', { folderId: 'top' }, { accessToken: key }, () => ({
      body: { files: [], incompleteSearch: true },
    }));
    expect((await listAll(source)).isWhole).toBe(false);
  });

  it('of SharePoint end with the link that the vendor promises, and their content needs no token elsewhere', async () => {
    const graph = 'https://graph.microsoft.com/v1.0';
    const source = await open(
      'sharePoint',
      { siteUrl: 'https://acme.sharepoint.com/sites/docs', folder: 'A b' },
      { accessToken: key },
      ({ request }) => {
        if (request.endsWith('acme.sharepoint.com:/sites/docs')) return { body: { id: 'site,1' } };
        if (request.includes('/delta?token=2'))
          return {
            body: {
              value: [{ id: 'i2', name: 'b.md', file: {}, cTag: 'c2' }],
              '@odata.deltaLink': `${graph}/d`,
            },
          };
        if (request.includes('/delta'))
          return {
            body: {
              value: [
                { id: 'i0', name: 'A b' },
                { id: 'i1', name: 'a.md', file: {}, cTag: 'c1', eTag: 'e1', size: 4 },
              ],
              '@odata.nextLink': `${graph}/sites/site/drive/root/delta?token=2`,
            },
          };
        if (request.includes('/content'))
          return { status: 302, headers: { location: 'https://store.test/x?sig=1' } };
        return { text: 'text' };
      },
    );
    const { entries, isWhole } = await listAll(source);
    expect(entries.map(({ key: id, version }) => [id, version])).toEqual([
      ['i1', 'c1'],
      ['i2', 'c2'],
    ]);
    expect(isWhole).toBe(true);
    expect(vendor.asked[1]?.request).toContain('/drive/root:/A%20b:/delta');
    expect(await readText(source, entries[0])).toBe('text');
    expect(vendor.asked.at(-1)?.headers['authorization']).toBeUndefined();
    await expect(source.list('https://evil.test/')).rejects.toMatchObject({ code: 'EGRESS_DENIED' });
  });
});

describe('an API', () => {
  const fields = { keyField: 'id', versionField: 'rev', titleField: 'name', contentField: 'body.text' };
  const item = (id: number) => ({ id, rev: `r${id}`, name: `Item ${id}`, body: { text: `Text ${id}` } });

  it('is listed by a cursor in its answers', async () => {
    const source = await open(
      'apiItems',
      {
        ...fields,
        url: 'https://api.test/items',
        itemsPath: 'data.items',
        paging: 'cursor',
        cursorPath: 'meta.next',
      },
      { token: key },
      ({ request }) => ({
        body: request.includes('cursor=2')
          ? { data: { items: [item(2)] }, meta: { next: null } }
          : { data: { items: [item(1)] }, meta: { next: 2 } },
      }),
    );
    const { entries } = await listAll(source);
    expect(entries).toMatchObject([
      { key: '1', version: 'r1', title: 'Item 1' },
      { key: '2', version: 'r2', title: 'Item 2' },
    ]);
    expect(await readText(source, entries[1])).toBe('Text 2');
    expect(vendor.asked[0]?.headers['authorization']).toBe(`Bearer ${key}`);
  });

  it('is listed by the Link header, on its own host only', async () => {
    const given = { ...fields, url: 'https://api.test/items', paging: 'link' };
    const linked = (link: string): PlayAnswer => {
      return ({ request }) =>
        request.includes('page=2')
          ? { body: [item(2)] }
          : {
              body: [item(1)],
              headers: { link: `<${link}>; rel="next", <https://api.test/items>; rel="first"` },
            };
    };
    const source = await open('apiItems', given, undefined, linked('https://api.test/items?page=2'));
    expect((await listAll(source)).entries.map(({ key: id }) => id)).toEqual(['1', '2']);
    const foreign = await open('apiItems', given, undefined, linked('https://evil.test/items?page=2'));
    await expect(listAll(foreign)).rejects.toThrow('the next page is on another host');
  });

  it('is not whole where items have no key, and items are found again in another opening, by many at once', async () => {
    const given = { ...fields, url: 'https://api.test/items', paging: 'none' };
    const play: PlayAnswer = () => ({ body: [item(1), item(2), { name: 'nameless' }] });
    const { entries, isWhole } = await listAll(await open('apiItems', given, undefined, play));
    expect([entries.length, isWhole]).toEqual([2, false]);
    const again = await open('apiItems', given, undefined, () => ({ body: {} }));
    await expect(readText(again, entries[0])).rejects.toThrow('there is no list');
    vendor.play(play);
    const texts = await Promise.all(entries.map((entry) => readText(again, entry)));
    expect(texts).toEqual(['Text 1', 'Text 2']);
  });
});
