import { readDataUri } from '@tendril/contract/page/read-data-uri';
import type { Upload, WidgetClient } from '../api/widget-client.ts';
import { type FileRule, mediaTypeOf } from './file-rules.ts';

/** Prepares a file for a question, as its rule says. Rejects if it cannot be read. */
export async function readUpload(
  client: Pick<WidgetClient, 'readText' | 'store'>,
  chatId: string,
  file: File,
  { use }: FileRule,
): Promise<Upload> {
  const { name } = file;
  const mime = mediaTypeOf(file);
  switch (use) {
    case 'picture':
      return { type: 'file', name, mime, data: await readDataUri(file) };
    case 'text':
      return { type: 'file:full', name, mime, data: await client.readText(file, chatId) };
    case 'stored':
      await client.store(file, chatId);
      return { type: 'file:rag', name, mime, data: '' };
  }
}
