import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type {
  DocumentSource,
  SourceContent,
  SourceEntry,
  SourcePage,
} from '@tendril/contract/provider/document-source';
import * as z from 'zod';
import { checkAddress, toHeaders } from '../model/address.ts';
import { findCredential } from '../model/read-key.ts';
import { asRecord } from '../tools/as-record.ts';
import { askSource, askSourceJson } from './ask-source.ts';
import { pageName, textVersion } from './web-page.ts';

interface ApiForm {
  url: string;
  headers?: unknown;
  /** Where the list stands in an answer, such as `data.items`; the answer itself when empty. */
  itemsPath?: string | undefined;
  keyField: string;
  versionField?: string | undefined;
  titleField?: string | undefined;
  urlField?: string | undefined;
  /** The field with the text; the whole item without one. */
  contentField?: string | undefined;
  /** The address of the content, with `{key}` in it. */
  contentUrl?: string | undefined;
  paging: 'none' | 'cursor' | 'link' | 'page';
  cursorPath?: string | undefined;
  cursorParam?: string | undefined;
}

type Item = Readonly<Record<string, unknown>>;

/** What stands at a path of names parted by dots. */
function valueAt(value: unknown, path: string | undefined): unknown {
  let found = value;
  for (const name of (path ?? '')
    .split('.')
    .map((one) => one.trim())
    .filter(Boolean)) {
    const record = asRecord(found);
    found = Object.hasOwn(record, name) ? record[name] : undefined;
  }
  return found;
}

const textAt = (item: Item, path: string | undefined): string => {
  const value = path?.trim() ? valueAt(item, path) : undefined;
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** The address with `rel="next"` in a Link header. */
function nextLink(header: string | null, from: string): string | undefined {
  for (const part of (header ?? '').split(',')) {
    const [address = '', ...attributes] = part.split(';').map((one) => one.trim());
    const isNext = attributes.some((one) => /^rel="?next"?$/i.test(one));
    if (isNext && address.startsWith('<') && address.endsWith('>'))
      return URL.parse(address.slice(1, -1), from)?.href;
  }
  return undefined;
}

async function headersOf(form: ApiForm, context: RunContext): Promise<Record<string, string>> {
  const fields = await findCredential(context);
  const { token, key, value, basicAuthUsername, basicAuthPassword } = fields ?? {};
  const signed: Record<string, string> = {};
  if (token) signed['authorization'] = `Bearer ${token}`;
  else if (key && value) signed[key] = value;
  else if (basicAuthUsername)
    signed['authorization'] =
      `Basic ${Buffer.from(`${basicAuthUsername}:${basicAuthPassword ?? ''}`).toString('base64')}`;
  else if (fields?.['accessToken']) signed['authorization'] = `Bearer ${fields['accessToken']}`;
  return { ...toHeaders(form.headers, 'Headers'), ...signed };
}

/** Where the listing goes on after an answer; undefined at its end. */
function nextOf(
  form: ApiForm,
  answer: unknown,
  link: string | undefined,
  at: { cursor?: string | undefined; count: number },
) {
  if (form.paging === 'link') return link;
  if (form.paging === 'page') return at.count > 0 ? String(Number(at.cursor ?? '1') + 1) : undefined;
  const next = form.paging === 'cursor' ? valueAt(answer, form.cursorPath) : undefined;
  return next === undefined || next === null || next === '' || next === false ? undefined : String(next);
}

/** Whether a text is an address of the web. */
const isWebAddress = (text: string) => /^https?:/i.test(text) && URL.canParse(text);

/** A listing that is looked through again for an item ends here: some never end. */
const mostPages = 5000;

class ApiSource implements DocumentSource {
  readonly hasContentVersions = false;
  readonly #form: ApiForm;
  readonly #context: RunContext;
  readonly #start: URL;
  readonly #headers: Record<string, string>;
  readonly #secret: string | undefined;
  /** What was listed by this opening, so that it is not asked for again. */
  readonly #items = new Map<string, Item>();
  #isListed = false;
  /** The listing that is looked through again, once for all who ask at the same time. */
  #listedAgain: Promise<void> | undefined;

  constructor(form: ApiForm, headers: Record<string, string>, context: RunContext) {
    this.#form = form;
    this.#context = context;
    this.#start = new URL(checkAddress(form.url, 'URL'));
    this.#headers = headers;
    this.#secret = Object.entries(headers).find(([name]) => /authorization|key|token/i.test(name))?.[1];
  }

  async list(cursor: string | undefined): Promise<SourcePage> {
    const form = this.#form;
    this.#isListed = true;
    if (cursor === undefined) this.#items.clear();
    const url = this.#addressOf(cursor);
    const asked = { ...this.#asked(this.#headers), url, shape: z.unknown() };
    const { answer, headers } = await askSourceJson(asked, this.#context);
    const list = valueAt(answer, form.itemsPath);
    if (!Array.isArray(list)) throw this.#failure(`there is no list at "${form.itemsPath ?? ''}".`);
    const entries = list.flatMap((item) => this.#toEntry(asRecord(item)));
    const link = nextLink(headers.get('link'), url);
    const next = nextOf(form, answer, link, { cursor, count: list.length });
    if (next !== undefined && form.paging === 'link' && new URL(next).origin !== this.#start.origin)
      throw this.#failure('the next page is on another host.');
    if (next !== undefined && next === cursor)
      throw this.#failure(`the listing does not go on after "${cursor}".`);
    const nameless = list.length - entries.length;
    const note = `${nameless} of the items have no "${form.keyField}".`;
    return {
      entries,
      isWhole: nameless === 0,
      ...(nameless > 0 && { note }),
      ...(next !== undefined && { next }),
    };
  }

  async read({ key, title }: SourceEntry): Promise<SourceContent> {
    const { contentUrl, contentField } = this.#form;
    if (contentUrl?.trim())
      return this.#readAt(contentUrl.replaceAll('{key}', encodeURIComponent(key)), title);
    const item = await this.#find(key);
    if (!item) throw new AppError('NOT_FOUND', `${this.#start.host}: the item is not listed any more.`);
    const text = contentField?.trim() ? textAt(item, contentField) : JSON.stringify(item, null, 2);
    const ending = !contentField?.trim() ? 'json' : text.trimStart().startsWith('<') ? 'html' : 'md';
    return { name: `item.${ending}`, bytes: new TextEncoder().encode(text), title };
  }

  async #readAt(address: string, title: string): Promise<SourceContent> {
    const url = checkAddress(address, 'Content URL');
    // A key goes to the host that it was chosen for.
    const headers = new URL(url).origin === this.#start.origin ? this.#headers : {};
    const answer = await askSource({ ...this.#asked(headers), url }, this.#context);
    return { name: pageName(url, answer.headers.get('content-type') ?? ''), bytes: answer.bytes, title };
  }

  /** An item, also where it was listed before this opening. */
  async #find(key: string): Promise<Item | undefined> {
    if (!this.#isListed) this.#listedAgain = this.#listAgain();
    await this.#listedAgain;
    return this.#items.get(key);
  }

  async #listAgain(): Promise<void> {
    try {
      let { next } = await this.list(undefined);
      for (let pages = 1; next !== undefined && pages < mostPages; pages += 1)
        next = (await this.list(next)).next;
    } catch (error) {
      // Nothing that was not seen is gone.
      this.#isListed = false;
      throw error;
    }
  }

  #asked(headers: Record<string, string>) {
    return { service: this.#start.host, headers, ...(this.#secret && { secret: this.#secret }) };
  }

  #addressOf(cursor: string | undefined): string {
    const { paging, cursorParam } = this.#form;
    if (cursor === undefined || paging === 'link') return cursor ?? this.#start.href;
    const url = new URL(this.#start);
    url.searchParams.set(cursorParam?.trim() || (paging === 'page' ? 'page' : 'cursor'), cursor);
    return url.href;
  }

  #toEntry(item: Item): SourceEntry[] {
    const { keyField, versionField, titleField, urlField, contentUrl } = this.#form;
    const key = textAt(item, keyField);
    if (key === '') return [];
    this.#items.set(key, item);
    const url = textAt(item, urlField);
    const ownVersion = contentUrl?.trim() ? null : textVersion(JSON.stringify(item));
    const version = textAt(item, versionField) || ownVersion;
    return [{ key, version, title: textAt(item, titleField) || key, url: isWebAddress(url) ? url : null }];
  }

  #failure(why: string): AppError {
    return new AppError('NODE_FAILED', `${this.#start.host}: ${why}`);
  }
}

/** The items that an API lists, page by page; the fields that are named identify them and say when they change. */
export async function openApiSource(form: ApiForm, context: RunContext): Promise<DocumentSource> {
  return new ApiSource(form, await headersOf(form, context), context);
}
