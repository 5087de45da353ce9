/** A file in a flow: stored already, or on its way with its content. */
export interface FileEntry {
  name: string;
  /** Its representation in a flow. */
  text: string;
}

/** The representation of a stored file in a flow: `FILE-STORAGE::["a.txt"]`. */
export const storedPrefix = 'FILE-STORAGE::';
const namePattern = /,filename:([^,]*)$/;

function parseList(text: string): string[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed.map(String) : [];
  } catch {
    return [];
  }
}

/** The files of a parameter's value: a data URI with its name, a list of them as JSON text, or stored names. */
export function readFiles(value: unknown): FileEntry[] {
  const text = Array.isArray(value) ? JSON.stringify(value) : typeof value === 'string' ? value : '';
  if (text.startsWith(storedPrefix)) {
    const rest = text.slice(storedPrefix.length);
    const names = rest.startsWith('[') ? parseList(rest) : [rest];
    return names.map((name) => ({ name, text: `${storedPrefix}${JSON.stringify([name])}` }));
  }
  const uris = text.startsWith('[') ? parseList(text) : text ? [text] : [];
  return uris.map((uri) => ({ name: namePattern.exec(uri)?.[1] ?? '', text: uri }));
}

/** The value of a parameter that holds these files; '' for none. */
export function writeFiles(files: readonly FileEntry[]): string {
  const [first] = files;
  if (!first) return '';
  if (files.every((file) => file.text.startsWith(storedPrefix))) {
    return `${storedPrefix}${JSON.stringify(files.map((file) => file.name))}`;
  }
  return files.length === 1 ? first.text : JSON.stringify(files.map((file) => file.text));
}

/** A chosen file as the text a flow keeps: `data:<type>;base64,<content>,filename:<name>`. */
export function toFileEntry(file: File): Promise<FileEntry> {
  // A comma would end the name early.
  const name = file.name.replaceAll(',', '_');
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve({ name, text: `${String(reader.result)},filename:${name}` });
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** Whether a file has one of the endings a parameter takes (".txt, .md"); no list takes any. */
export function hasFileType(name: string, fileType: string | undefined): boolean {
  const endings = (fileType ?? '').split(',').map((ending) => ending.trim().toLowerCase());
  const wanted = endings.filter((ending) => ending.startsWith('.'));
  return wanted.length === 0 || wanted.some((ending) => name.toLowerCase().endsWith(ending));
}
