import { newId } from '@tendril/contract/page/new-id';
import { useState } from 'preact/hooks';
import type { Upload } from '../api/widget-client.ts';
import type { Enclosed } from '../chat/chat.ts';
import { mostFiles, ruleFor } from '../chat/file-rules.ts';
import { readUpload } from '../chat/read-upload.ts';
import { useWidget } from './widget-context.ts';

/** An attachment of the next question. */
export interface Attached {
  id: string;
  name: string;
  /** Absent while the file is read. */
  upload?: Upload;
}

export type Attachments = ReturnType<typeof useAttachments>;

const megabyte = 1024 * 1024;

/** Attachments of the next question: checked, read and shown before they are sent. */
export function useAttachments() {
  const { chat, settings, t } = useWidget();
  const rules = settings?.files ?? [];
  const [items, setItems] = useState<readonly Attached[]>([]);
  const [problem, setProblem] = useState('');
  const remove = (id: string) => setItems((before) => before.filter((item) => item.id !== id));

  async function addOne(file: File): Promise<void> {
    const { name } = file;
    const rule = ruleFor(file, rules);
    if (!rule) return setProblem(t('wrongKind', { name }));
    if (file.size > rule.maxBytes)
      return setProblem(t('tooLarge', { name, limit: Math.floor(rule.maxBytes / megabyte) }));
    const id = newId();
    setItems((before) => [...before, { id, name }]);
    try {
      const upload = await readUpload(chat.client, chat.begin(), file, rule);
      setItems((before) => before.map((item) => (item.id === id ? { ...item, upload } : item)));
    } catch {
      remove(id);
      setProblem(t('fileFailed', { name }));
    }
  }

  return {
    items,
    problem,
    canAttach: rules.length > 0,
    isReading: items.some(({ upload }) => upload === undefined),
    add(files: Iterable<File>): void {
      const chosen = [...files];
      const free = mostFiles - items.length;
      setProblem(chosen.length > free ? t('tooMany', { limit: mostFiles }) : '');
      for (const file of chosen.slice(0, free)) void addOne(file);
    },
    remove,
    /** Takes the attachments and clears the list. */
    take(): Enclosed {
      setItems([]);
      setProblem('');
      return {
        uploads: items.flatMap(({ upload }) => upload ?? []),
        names: items.map(({ name }) => name),
      };
    },
  };
}
