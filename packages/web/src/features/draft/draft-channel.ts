/** Messages between the open canvases of one browser. */
export interface DraftNews {
  flowId: string;
  /** The draft the server has now. */
  revision: number;
  from: string;
}

const channelName = 'tendril-drafts';

/** Broadcasts and receives saved drafts, so that tabs merge early instead of at their next save. */
export function openDraftChannel(editorId: string, onNews: (news: DraftNews) => void) {
  const channel = new BroadcastChannel(channelName);
  let isOpen = true;
  channel.onmessage = ({ data }: MessageEvent<DraftNews>) => {
    if (data.from !== editorId) onNews(data);
  };
  return {
    notify: (flowId: string, revision: number) => {
      if (isOpen) channel.postMessage({ flowId, revision, from: editorId } satisfies DraftNews);
    },
    close: () => {
      isOpen = false;
      channel.close();
    },
  };
}
