import { createAttachments } from '@tendril/contract/api/uploads';
import { newId } from '@tendril/contract/page/new-id';
import { readDataUri } from '@tendril/contract/page/read-data-uri';
import { useState } from 'react';
import { call } from '../../kit/api/call.ts';
import { formatBytes } from '../../kit/lib/format-bytes.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import type { ChatAbilities } from './chat-abilities.ts';
import { type FileKind, fitOf, mediaTypeOf, mostFiles } from './file-kind.ts';
import type { SentFile, Upload } from './sent-file.ts';
import type { Enclosed } from './use-chat.ts';

/** A file that waits beside the field for its question. */
export interface Attached {
  id: string;
  file: SentFile;
  /** Absent while the file is read. */
  upload?: Upload;
}

export interface Attachments {
  items: readonly Attached[];
  isReading: boolean;
  add: (files: Iterable<File>) => void;
  remove: (id: string) => void;
  /** Hands over what is attached and starts over. */
  take: () => Enclosed;
}

/** Files for the next question: checked, read and shown before it is sent. */
export function useAttachments(flowId: string, abilities: ChatAbilities, begin: () => string): Attachments {
  const t = useTexts(chatTexts);
  const [items, setItems] = useState<readonly Attached[]>([]);

  const remove = (id: string) => setItems((before) => before.filter((item) => item.id !== id));
  const read = async (id: string, file: File, kind: FileKind) => {
    try {
      const upload =
        kind === 'picture' ? await readPicture(file) : await readText(file, { flowId, chatId: begin() });
      const preview = kind === 'picture' ? { preview: upload.data } : {};
      setItems((before) =>
        before.map((item) =>
          item.id === id ? { ...item, upload, file: { ...item.file, ...preview } } : item,
        ),
      );
    } catch (thrown) {
      remove(id);
      notify(t('fileFailed', { name: file.name, reason: toMessage(thrown) }), 'error');
    }
  };
  const add = (files: Iterable<File>) => {
    let free = mostFiles - items.length;
    for (const file of files) {
      const { name } = file;
      const fit = fitOf(file, abilities);
      if ('problem' in fit) {
        const limit = 'maxBytes' in fit ? formatBytes(fit.maxBytes) : '';
        notify(t(fit.problem, { name, size: formatBytes(file.size), limit }), 'error');
        continue;
      }
      if (free <= 0) {
        notify(t('tooManyFiles', { count: mostFiles }), 'error');
        return;
      }
      free -= 1;
      const id = newId();
      setItems((before) => [...before, { id, file: { name, mime: mediaTypeOf(file) } }]);
      void read(id, file, fit.kind);
    }
  };
  return {
    items,
    isReading: items.some(({ upload }) => upload === undefined),
    add,
    remove,
    take: () => {
      setItems([]);
      return {
        uploads: items.flatMap(({ upload }) => upload ?? []),
        files: items.map(({ file }) => file),
      };
    },
  };
}

async function readPicture(file: File): Promise<Upload> {
  return { type: 'file', name: file.name, mime: mediaTypeOf(file), data: await readDataUri(file) };
}

/** The server reads the text of a file; it goes along with the question. */
async function readText(file: File, { flowId, chatId }: { flowId: string; chatId: string }): Promise<Upload> {
  const form = new FormData();
  form.append('files', file);
  const params = { chatflowId: flowId, chatId };
  const [text] = await call(createAttachments, { params, form });
  return { type: 'file:full', name: file.name, mime: mediaTypeOf(file), data: text?.content ?? '' };
}
