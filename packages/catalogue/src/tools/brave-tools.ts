import { asRecord } from './as-record.ts';
import { boundedText } from './bounded-text.ts';
import type { BuiltInTool } from './built-in-mcp.ts';
import { foundPages } from './found-pages.ts';
import type { JsonApi } from './json-api.ts';

/** The limits of Brave's API. */
const mostPages = 20;
const mostPlaces = 20;
const mostSkipped = 9;

const within = (value: unknown, least: number, most: number, otherwise: number) => {
  const number = Math.trunc(Number(value ?? otherwise));
  return Number.isFinite(number) ? Math.min(most, Math.max(least, number)) : otherwise;
};

const question = { type: 'string', description: 'What to look for' };
const schema = (properties: object) => ({
  type: 'object',
  properties: { query: question, ...properties },
  required: ['query'],
  additionalProperties: false,
});
const nothing = 'Nothing was found.';

const webSearch: BuiltInTool<JsonApi> = {
  name: 'brave_web_search',
  description: 'Searches the web for pages, news and articles.',
  inputSchema: schema({
    count: { type: 'number', description: `How many pages, 1 to ${mostPages}; 10 by default` },
    offset: { type: 'number', description: `How many screens of pages to skip, 0 to ${mostSkipped}` },
  }),
  async call({ query, count, offset }, ask, context) {
    const asked = {
      q: String(query ?? ''),
      count: within(count, 1, mostPages, 10),
      offset: within(offset, 0, mostSkipped, 0),
    };
    const answer = asRecord(await ask('/web/search', { query: asked }, context));
    const pages = foundPages(asRecord(answer['web'])['results'], 'url', 'description');
    return pages.length === 0 ? nothing : boundedText(pages);
  },
};

/** Places are found by ids first, and described by a second request. */
const localSearch: BuiltInTool<JsonApi> = {
  name: 'brave_local_search',
  description: 'Searches shops, restaurants and other places, such as "pizza near Central Park".',
  inputSchema: schema({
    count: { type: 'number', description: `How many places, 1 to ${mostPlaces}; 5 by default` },
  }),
  async call(args, ask, context) {
    const asked = {
      q: String(args['query'] ?? ''),
      result_filter: 'locations',
      count: within(args['count'], 1, mostPlaces, 5),
    };
    const answer = asRecord(await ask('/web/search', { query: asked }, context));
    const found = asRecord(answer['locations'])['results'];
    const ids = (Array.isArray(found) ? found : []).map((place) => String(asRecord(place)['id'] ?? ''));
    const known = ids.filter(Boolean).slice(0, asked.count);
    // What Brave knows no places for, it may know pages for.
    if (known.length === 0) return webSearch.call(args, ask, context);
    const list = known.map((id) => `ids=${encodeURIComponent(id)}`).join('&');
    const places = asRecord(await ask(`/local/pois?${list}`, {}, context))['results'];
    return boundedText(Array.isArray(places) ? places.map(shown) : []);
  },
};

function shown(place: unknown): Record<string, unknown> {
  const {
    title,
    name,
    postal_address: postal,
    contact,
    rating,
    opening_hours: hours,
    price_range,
  } = asRecord(place);
  return {
    name: title ?? name,
    address: asRecord(postal)['displayAddress'],
    phone: asRecord(contact)['telephone'],
    rating: asRecord(rating)['ratingValue'],
    price: price_range,
    hours: asRecord(hours)['current_day'],
  };
}

/** Brave's tools, under the names of Brave's own program. */
export const braveTools: readonly BuiltInTool<JsonApi>[] = [webSearch, localSearch];
