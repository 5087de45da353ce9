import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { expect, it } from 'vitest';
import { missingFields } from '../node-inputs.ts';
import { cutLengths, cutProblem, newDraft, toSettings } from './loader-draft.ts';

const template = {
  name: 'cheerioWebScraper',
  label: 'Web Scraper',
  inputs: [
    { name: 'textSplitter', label: 'Text Splitter', type: 'TextSplitter' },
    { name: 'url', label: 'URL', type: 'string' },
    { name: 'limit', label: 'Limit', type: 'number', default: 10 },
    { name: 'deep', label: 'Deep', type: 'string', show: { limit: 0 } },
    { name: 'isLegacy', label: 'Legacy', type: 'boolean' },
    { name: 'selector', label: 'Selector', type: 'string', optional: true },
  ],
} as unknown as NodeTemplate;

const splitter = {
  inputs: [
    { name: 'chunkSize', label: 'Chunk Size', type: 'number', default: 1000 },
    { name: 'chunkOverlap', label: 'Chunk Overlap', type: 'number', default: 200 },
  ],
} as unknown as NodeTemplate;

it('a form names the fields that are needed, seen and empty', () => {
  expect(missingFields(template, {})).toEqual(['URL']);
  expect(missingFields(template, { url: '  ' })).toEqual(['URL']);
  expect(missingFields(template, { url: 'https://example.com', limit: 0 })).toEqual(['Deep']);
  expect(missingFields(template, { url: 'https://example.com' })).toEqual([]);
});

it('a new form begins with what its fields say, and is sent under its own name', () => {
  const draft = newDraft(template);
  expect(draft.config).toEqual({ limit: 10 });
  const sent = toSettings({ ...draft, name: ' ' }, template);
  expect(sent).toMatchObject({ loaderId: 'cheerioWebScraper', loaderName: 'Web Scraper' });
  expect(sent).not.toHaveProperty('credential');
});

it('the lengths of chunks are those of the form, else the usual ones', () => {
  expect(cutLengths({}, splitter)).toEqual({ size: 1000, overlap: 200 });
  expect(cutLengths({ chunkSize: '300', chunkOverlap: '' }, splitter)).toEqual({ size: 300, overlap: 200 });
  expect(cutLengths({}, template)).toBeUndefined();
});

it('an overlap as long as the chunk, and a chunk of nothing, are refused', () => {
  expect(cutProblem({ size: 100, overlap: 99 })).toBeUndefined();
  expect(cutProblem({ size: 100, overlap: 100 })).toBe('overlapTooLarge');
  expect(cutProblem({ size: 0, overlap: 0 })).toBe('sizeTooSmall');
  expect(cutProblem({ size: Number.NaN, overlap: 0 })).toBe('sizeTooSmall');
  expect(cutProblem(undefined)).toBeUndefined();
});
