import { asRecord } from './as-record.ts';

interface FoundPage {
  title: string;
  link: string;
  snippet: string;
}

/** Results of a web search in one form; `names` are the vendor's fields of address and text. */
export function foundPages(results: unknown, link = 'link', snippet = 'snippet'): FoundPage[] {
  if (!Array.isArray(results)) return [];
  return results.map(asRecord).map((result) => ({
    title: String(result['title'] ?? ''),
    link: String(result[link] ?? ''),
    snippet: String(result[snippet] ?? ''),
  }));
}
