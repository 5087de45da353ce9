import { useState } from 'react';
import type { LeadForm } from './chat-settings.ts';
import type { Lead } from './session-record.ts';
import type { Chat } from './use-chat.ts';

// A skip applies to this tab only: the next visit may ask again.
const keyOf = (flowId: string) => `${flowId}_LEAD_DECLINED`;

/** Blocks the conversation until the visitor has filled in the form, or skipped it if allowed. */
export function useLeadGate(
  chat: Pick<Chat, 'flowId' | 'lead' | 'keepLead' | 'entries'>,
  form: LeadForm | undefined,
) {
  const { flowId, lead, keepLead, entries } = chat;
  const [isDeclined, setDeclined] = useState(() => sessionStorage.getItem(keyOf(flowId)) !== null);
  const [thanks, setThanks] = useState('');
  const mayPass = lead !== undefined || (isDeclined && form?.isOptional === true);
  return {
    // A conversation that has begun without it goes on.
    isClosed: form !== undefined && !mayPass && entries.length === 0,
    thanks,
    save: (left: Lead) => {
      keepLead(left);
      setThanks(form?.successMessage ?? '');
    },
    decline: () => {
      sessionStorage.setItem(keyOf(flowId), '1');
      setDeclined(true);
    },
  };
}
