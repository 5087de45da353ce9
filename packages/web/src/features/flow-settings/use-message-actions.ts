import { useQueryClient } from '@tanstack/react-query';
import { type ChatSession, deleteChatMessages } from '@tendril/contract/api/chat-messages';
import { useState } from 'react';
import { call } from '../../kit/api/call.ts';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { messagesTexts } from '../../kit/texts/en/flow-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { collectExport, collectSessions } from './collect-messages.ts';
import { downloadText } from './download.ts';
import { fileStem } from './file-stem.ts';
import { isOpenFilter, type MessageFilter, toQuery } from './message-filter.ts';

export type MessageActions = ReturnType<typeof useMessageActions>;

type Query = NonNullable<Parameters<typeof call<typeof deleteChatMessages>>[1]['query']>;

/** Deleting and exporting what a filter shows. */
export function useMessageActions(flowId: string, filter: MessageFilter) {
  const t = useTexts(messagesTexts);
  const client = useQueryClient();
  const [isExporting, setExporting] = useState(false);
  const [isRemoving, setRemoving] = useState(false);

  const remove = async (queries: readonly Query[]) => {
    setRemoving(true);
    let count = 0;
    try {
      for (const query of queries) {
        count += (await call(deleteChatMessages, { params: { id: flowId }, query })).affected;
      }
      notify(t('deleted', { count }), 'success');
    } catch (thrown) {
      notifyError(thrown);
    } finally {
      setRemoving(false);
      await client.invalidateQueries({ queryKey: ['messages', flowId] });
    }
  };
  const removeSession = async (session: ChatSession) => {
    const isSure = await confirm({
      title: t('deleteSessionTitle'),
      description: t('deleteSessionQuestion', { count: session.messages }),
      confirmText: t('delete'),
      isDanger: true,
    });
    if (isSure) await remove([sessionQuery(session)]);
  };
  const removeAll = async () => {
    try {
      const sessions = await collectSessions(flowId, filter);
      const count = sessions.reduce((sum, { messages }) => sum + messages, 0);
      const isSure = await confirm({
        title: t('deleteAllTitle'),
        description: t(isOpenFilter(filter) ? 'deleteAllQuestion' : 'deleteFilteredQuestion', { count }),
        confirmText: t('delete'),
        isDanger: true,
      });
      if (!isSure) return;
      // A search is known to the list of conversations only.
      const narrowed = toQuery(filter);
      const isSearched = filter.search.trim() !== '';
      await remove(isSearched ? sessions.map((one) => ({ ...narrowed, ...sessionQuery(one) })) : [narrowed]);
    } catch (thrown) {
      notifyError(thrown);
    }
  };
  const exportAll = async () => {
    setExporting(true);
    try {
      const sessions = await collectExport(flowId, filter);
      const count = sessions.reduce((sum, { messages }) => sum + messages.length, 0);
      downloadText(`${fileStem('messages')}.json`, JSON.stringify(sessions, null, 2), 'application/json');
      notify(t('exported', { count }), 'success');
    } catch (thrown) {
      notifyError(thrown);
    } finally {
      setExporting(false);
    }
  };
  return { isExporting, isRemoving, removeSession, removeAll, exportAll };
}

function sessionQuery({ chatId, chatType }: ChatSession): Query {
  return { chatId, chatType: chatType === 'INTERNAL' ? 'INTERNAL' : 'EXTERNAL' };
}
