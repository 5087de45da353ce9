import { useQueryClient } from '@tanstack/react-query';
import type { Assistant } from '@tendril/contract/api/assistants';
import type { CustomDetails } from '@tendril/contract/flow/assistant-details';
import { useRef, useState } from 'react';
import { RequestError } from '../../kit/api/request-error.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { assistantTexts } from '../../kit/texts/en/assistants.ts';
import { say } from '../../kit/texts/texts.ts';
import { assistantQuery, customDetailsOf, useUpdateAssistant } from './assistants.queries.ts';

/** A custom assistant as it is edited, and how that stands to the server. */
export interface AssistantForm {
  /** As it was last saved. */
  assistant: Assistant;
  details: CustomDetails;
  change: (changes: Partial<CustomDetails>) => void;
  isDirty: boolean;
  /** There is something to save; one that was imported gets its flow by its first save. */
  canSave: boolean;
  isSaving: boolean;
  /** When this page saved last; null before. */
  savedAt: number | null;
  failure: string;
  /** Someone else saved in the meantime: the user must choose. */
  isStale: boolean;
  save: () => Promise<boolean>;
  saveOver: () => Promise<boolean>;
  loadTheirs: () => Promise<void>;
}

interface Notice {
  savedAt: number | null;
  failure: string;
  isStale: boolean;
}

const isSame = (one: CustomDetails, other: CustomDetails) => JSON.stringify(one) === JSON.stringify(other);

/** Holds the form of one assistant; what is typed while a save is under way stays. */
export function useAssistantForm(opened: Assistant): AssistantForm {
  const client = useQueryClient();
  const update = useUpdateAssistant();
  const [assistant, setAssistant] = useState(opened);
  const [saved, setSaved] = useState(() => customDetailsOf(opened));
  const [details, setDetails] = useState(saved);
  const [notice, setNotice] = useState<Notice>({ savedAt: null, failure: '', isStale: false });
  const latest = useRef(details);
  latest.current = details;

  const take = (stored: Assistant, sent?: CustomDetails) => {
    const next = customDetailsOf(stored);
    setAssistant(stored);
    setSaved(next);
    if (sent === undefined || latest.current === sent) setDetails(next);
  };
  const store = async (revision: number | undefined) => {
    const sent = latest.current;
    try {
      const body = { id: assistant.id, details: JSON.stringify(sent) };
      const stored = await update.mutateAsync({ ...body, ...(revision !== undefined && { revision }) });
      take(stored, sent);
      setNotice({ savedAt: Date.now(), failure: '', isStale: false });
      notify(say(assistantTexts, 'saved'), 'success');
      return true;
    } catch (error) {
      const isStale = error instanceof RequestError && error.code === 'STALE_VERSION';
      setNotice((before) => ({ ...before, failure: toMessage(error), isStale }));
      return false;
    }
  };

  const isDirty = !isSame(details, saved);
  return {
    assistant,
    details,
    change: (changes) => setDetails((before) => ({ ...before, ...changes })),
    isDirty,
    canSave: isDirty || assistant.flowId === null,
    isSaving: update.isPending,
    ...notice,
    save: () => (update.isPending ? Promise.resolve(false) : store(assistant.revision)),
    saveOver: () => store(undefined),
    async loadTheirs() {
      take(await client.fetchQuery({ ...assistantQuery(assistant.id), staleTime: 0 }));
      setNotice({ savedAt: null, failure: '', isStale: false });
    },
  };
}
