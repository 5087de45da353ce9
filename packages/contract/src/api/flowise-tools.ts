import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { studioPrefix } from './prefixes.ts';

/** Flowise's routes that read from the web. */
const tag = 'Web (Flowise form)';
const auth = 'sessionOrKey';

export const fetchLinks = endpoint({
  method: 'GET',
  path: `${studioPrefix}/fetch-links`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Addresses that a page and the pages behind it link to, or that a sitemap lists.',
  query: z.object({
    url: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(2000)
      .meta({ examples: ['https://example.com/'] }),
    relativeLinksMethod: z.enum(['webCrawl', 'scrapeXMLSitemap']),
    /** 0: all, up to a thousand. */
    limit: z.coerce.number().int().min(0).max(1000).default(10),
  }),
  response: z.object({ status: z.literal('OK'), links: z.array(z.string()) }),
});

export const listHubPrompts = endpoint({
  method: 'POST',
  path: `${studioPrefix}/prompts-list`,
  auth,
  permits: 'flows:edit',
  isRead: true,
  tag,
  summary: 'Public prompts of the LangChain hub; `ERROR` and none where the hub cannot be reached.',
  body: z.object({ tags: z.string().max(200).optional() }),
  response: z.object({ status: z.enum(['OK', 'ERROR']), repos: z.array(z.looseObject({})) }),
});

export const loadHubPrompt = endpoint({
  method: 'POST',
  path: `${studioPrefix}/load-prompt`,
  auth,
  permits: 'flows:edit',
  isRead: true,
  tag,
  summary: 'The messages of a public prompt of the LangChain hub.',
  body: z.object({
    promptName: z
      .string()
      .regex(/^[\w.-]{1,100}(\/[\w.-]{1,100})?(:[\w.-]{1,100})?$/, 'must be like "owner/name"')
      .meta({ examples: ['rlm/rag-prompt'] }),
  }),
  response: z.object({
    status: z.literal('OK'),
    prompt: z.string(),
    templates: z.array(
      z.object({ type: z.string(), typeDisplay: z.string().optional(), template: z.string() }),
    ),
  }),
});
