import type { Page } from 'playwright-core';

/** A file with its path below what is dropped; `content` as base64 where it is no text. */
export type DroppedFile = { path: string } & ({ text: string } | { content: string });

/**
 * Lets files and folders fall on the page, as a hand with a mouse does. Chromium makes no folders out of a script's data, so
 * their entries are played; all that reads them is the product's.
 */
export async function dropEntries(page: Page, files: readonly DroppedFile[], hint: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle((given) => {
    interface Folder {
      files: File[];
      folders: Map<string, Folder>;
    }
    const root: Folder = { files: [], folders: new Map() };
    for (const one of given) {
      const parts = one.path.split('/');
      const name = parts.pop() ?? '';
      let folder = root;
      for (const part of parts) {
        const inner: Folder = folder.folders.get(part) ?? { files: [], folders: new Map() };
        folder.folders.set(part, inner);
        folder = inner;
      }
      const bytes =
        'text' in one ? one.text : Uint8Array.from(atob(one.content), (letter) => letter.charCodeAt(0));
      folder.files.push(new File([bytes], name));
    }
    const carried = new DataTransfer();
    for (const file of root.files) carried.items.add(file);
    if (root.folders.size === 0) return carried;
    const fileEntry = (file: File) => ({
      ...{ isFile: true, isDirectory: false, name: file.name },
      file: (take: (file: File) => void) => take(file),
    });
    const folderEntry = (name: string, { files: own, folders }: Folder): unknown => {
      const entries = [
        ...own.map(fileEntry),
        ...[...folders].map(([inner, folder]) => folderEntry(inner, folder)),
      ];
      // Browsers give the entries of a folder in parts.
      const createReader = () => {
        let at = 0;
        return {
          readEntries: (take: (entries: unknown[]) => void) => {
            take(entries.slice(at, at + 100));
            at += 100;
          },
        };
      };
      return { isFile: false, isDirectory: true, name, createReader };
    };
    const entries = [
      ...root.files.map(fileEntry),
      ...[...root.folders].map(([name, folder]) => folderEntry(name, folder)),
    ];
    const items = entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry }));
    Object.defineProperty(carried, 'items', { value: items });
    Object.defineProperty(carried, 'types', { value: ['Files'] });
    return carried;
  }, files);
  await page.dispatchEvent('body', 'dragover', { dataTransfer });
  await page.getByText(hint).waitFor();
  await page.dispatchEvent('body', 'drop', { dataTransfer });
}
