import type { PostCallField, PostCallFieldType } from '@tendril/contract/voice/post-call-field';
import { useState } from 'react';
import { moved, newField } from './post-call-list.ts';
import { useSetting } from './use-setting.ts';

/** Long enough not to send every letter. */
const typingMs = 800;

interface Removed {
  field: PostCallField;
  place: number;
}

export type PostCallEditing = ReturnType<typeof usePostCallFields>;

/** The fields that are drawn from calls, which save themselves. */
export function usePostCallFields(agentId: string) {
  const setting = useSetting(agentId, 'postCallFields');
  const [openId, setOpenId] = useState<string | null>(null);
  const [removed, setRemoved] = useState<Removed | null>(null);
  const fields = setting.value ?? [];

  return {
    setting,
    fields,
    openId,
    removed,
    toggle: (id: string) => setOpenId(openId === id ? null : id),

    add(type: PostCallFieldType) {
      const field = newField(type);
      setRemoved(null);
      setOpenId(field.id);
      setting.change([...fields, field]);
    },

    change(id: string, changes: Partial<PostCallField>, isTyped = false) {
      const next = fields.map((field) => (field.id === id ? { ...field, ...changes } : field));
      setting.change(next, isTyped ? typingMs : 0);
    },

    move: (place: number, by: -1 | 1) => setting.change(moved(fields, place, by)),

    remove(field: PostCallField) {
      setRemoved({ field, place: fields.indexOf(field) });
      setting.change(fields.filter(({ id }) => id !== field.id));
    },

    undo() {
      if (removed) setting.change(fields.toSpliced(removed.place, 0, removed.field));
      setRemoved(null);
    },
  };
}
