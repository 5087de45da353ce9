import type { saveLoader } from '@tendril/contract/api/document-stores';
import type { SentBody } from '@tendril/contract/api/endpoint';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { readableEndings } from '@tendril/contract/provider/readable-endings';
import { hasFileType } from '../../kit/params/file-value.ts';

/** What a loader is made of, the store aside. */
export type SourceSettings = Omit<SentBody<typeof saveLoader>, 'storeId' | 'id'>;

/** The default splitting of text. */
export const usualSplitter = {
  splitterId: 'structureTextSplitter',
  splitterConfig: { maxTokens: 450, overlaps: true },
};

/** Reads files of every kind. */
const anyFileLoader = 'fileLoader';

/** The field of a loader that takes files. */
export function fileInputOf({ inputs }: Pick<NodeTemplate, 'inputs'>) {
  return inputs.find(({ type }) => type === 'file');
}

/** The loader that reads files of this name: one that names its ending, else the one for files of every kind. */
export function loaderForFile(name: string, loaders: readonly NodeTemplate[]): NodeTemplate | undefined {
  const named = loaders.find((loader) => {
    const fileType = fileInputOf(loader)?.fileType ?? '';
    return fileType.includes('.') && hasFileType(name, fileType);
  });
  const isOther = readableEndings.some((ending) => name.toLowerCase().endsWith(`.${ending}`));
  return named ?? (isOther ? loaders.find((loader) => loader.name === anyFileLoader) : undefined);
}

/** Whether a text is the whole address of a page. */
export function isPageAddress(text: string): boolean {
  const trimmed = text.trim();
  return /^https?:\/\/\S+$/i.test(trimmed) && URL.canParse(trimmed);
}

/** The name for a knowledge base created from a page: its host without "www", and the last path segment. */
export function nameOfAddress(address: string): string {
  const { hostname, pathname } = new URL(address.trim());
  const last = pathname.split('/').findLast(Boolean);
  const host = hostname.replace(/^www\./, '');
  return last === undefined ? host : `${host}: ${safeDecode(last)}`.slice(0, 200);
}

/** The name for a knowledge base created from a file. */
export function stemOf(fileName: string): string {
  return fileName.replace(/\.[^.]+$/, '') || fileName;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
