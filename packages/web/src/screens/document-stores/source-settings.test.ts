import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { expect, it } from 'vitest';
import { isPageAddress, loaderForFile, nameOfAddress, stemOf } from './source-settings.ts';

const loader = (name: string, fileType?: string) =>
  ({
    name,
    inputs:
      fileType === undefined
        ? [{ name: 'text', label: 'Text', type: 'string' }]
        : [{ name: 'file', label: 'File', type: 'file', fileType }],
  }) as unknown as NodeTemplate;

const loaders = [loader('plainText'), loader('textFile', '.txt, .md'), loader('pdfFile', '.pdf')];

it('a file goes to the loader that names its ending, whatever its case', () => {
  expect(loaderForFile('Guide.PDF', loaders)?.name).toBe('pdfFile');
  expect(loaderForFile('notes.md', loaders)?.name).toBe('textFile');
});

it('a file of another kind that can be read goes to the loader for every kind', () => {
  const all = [...loaders, loader('fileLoader', '*')];
  expect(loaderForFile('Talk.PPTX', all)?.name).toBe('fileLoader');
  expect(loaderForFile('mail.eml', all)?.name).toBe('fileLoader');
  expect(loaderForFile('notes.md', all)?.name).toBe('textFile');
  expect(loaderForFile('setup.exe', all)).toBeUndefined();
});

it('a file that no loader names is taken by none', () => {
  expect(loaderForFile('photo.png', loaders)).toBeUndefined();
  expect(loaderForFile('pdf', loaders)).toBeUndefined();
});

it('only whole addresses of pages are taken for one', () => {
  expect(isPageAddress(' https://example.com/help ')).toBe(true);
  expect(isPageAddress('example.com')).toBe(false);
  expect(isPageAddress('see https://example.com')).toBe(false);
  expect(isPageAddress('ftp://example.com')).toBe(false);
});

it('a store is named after its page or its file', () => {
  expect(nameOfAddress('https://www.example.com/help/opening%20hours/')).toBe('example.com: opening hours');
  expect(nameOfAddress('https://example.com/%E0%A4%A')).toBe('example.com: %E0%A4%A');
  expect(nameOfAddress('https://example.com')).toBe('example.com');
  expect(stemOf('staff.handbook.pdf')).toBe('staff.handbook');
  expect(stemOf('.env')).toBe('.env');
});
