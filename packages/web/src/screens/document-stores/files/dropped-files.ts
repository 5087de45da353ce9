/** A file with its path below what was dropped or chosen. */
export interface PathedFile {
  path: string;
  file: File;
}

const isHidden = (name: string) => name.startsWith('.') || name === 'Thumbs.db';

/** Everything in a folder; browsers give its entries in parts. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return all;
    all.push(...part);
  }
}

async function filesBelow(entry: FileSystemEntry, before: string): Promise<PathedFile[]> {
  if (isHidden(entry.name)) return [];
  const path = `${before}${entry.name}`;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [{ path, file }];
  }
  const found: PathedFile[] = [];
  for (const inner of await entriesOf(entry as FileSystemDirectoryEntry))
    found.push(...(await filesBelow(inner, `${path}/`)));
  return found;
}

/** The files of a drop, those in folders too. Its list is gone after the event, so the entries are taken at once. */
export function droppedFiles(data: DataTransfer): Promise<PathedFile[]> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0)
    return Promise.resolve([...data.files].map((file) => ({ path: file.name, file })));
  return Promise.all(entries.map((entry) => filesBelow(entry, ''))).then((all) => all.flat());
}

/** The files of a field, with their paths where a folder was chosen. */
export function chosenFiles(list: FileList | null): PathedFile[] {
  return [...(list ?? [])]
    .filter(({ name }) => !isHidden(name))
    .map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}
