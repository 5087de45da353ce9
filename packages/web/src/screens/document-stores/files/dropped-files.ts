/** A file with its path below what was dropped or chosen. */
export interface PathedFile {
  path: string;
  file: File;
}

/** What was dropped or chosen. */
export interface Dropped {
  files: PathedFile[];
  /** Paths of hidden files and folders, which are left out. */
  hidden: string[];
  /** The folder that holds them, where it is one. */
  folder: string | undefined;
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

async function takeEntry(entry: FileSystemEntry, before: string, found: Dropped): Promise<void> {
  const path = `${before}${entry.name}`;
  if (isHidden(entry.name)) {
    found.hidden.push(path);
    return;
  }
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    found.files.push({ path, file });
    return;
  }
  for (const inner of await entriesOf(entry as FileSystemDirectoryEntry))
    await takeEntry(inner, `${path}/`, found);
}

/** The files of a drop, those in folders too. Its list is gone after the event, so the entries are taken at once. */
export async function droppedFiles(data: DataTransfer): Promise<Dropped> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return sorted([...data.files].map((file) => ({ path: file.name, file })));
  const found: Dropped = { files: [], hidden: [], folder: entries.find(({ isFile }) => !isFile)?.name };
  for (const entry of entries) await takeEntry(entry, '', found);
  return found;
}

/** The files of a field, with their paths where a folder was chosen. */
export function chosenFiles(list: FileList | null): Dropped {
  return sorted([...(list ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file })));
}

function sorted(all: readonly PathedFile[]): Dropped {
  const isLeftOut = ({ path }: PathedFile) => path.split('/').some(isHidden);
  const [first = '', ...below] = all[0]?.path.split('/') ?? [];
  return {
    files: all.filter((one) => !isLeftOut(one)),
    hidden: all.filter(isLeftOut).map(({ path }) => path),
    folder: below.length > 0 ? first : undefined,
  };
}
