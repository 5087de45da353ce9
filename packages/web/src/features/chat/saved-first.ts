import type { LoggedEvent } from '@tendril/contract/run-event';
import { RequestError } from '../../kit/api/request-error.ts';
import { draftsTexts } from '../../kit/texts/en/drafts.ts';
import { say } from '../../kit/texts/texts.ts';
import type { Asking, ChatTransport } from './chat-transport.ts';

/** The same chat, whose questions go out once the server has the flow as it is drawn. */
export function savedFirst(transport: ChatTransport, saveNow: () => Promise<boolean>): ChatTransport {
  return {
    ...transport,
    async *ask(asking: Asking): AsyncGenerator<LoggedEvent> {
      // A run that goes on keeps the version it began with.
      const isSaved = asking.decision !== undefined || (await saveNow());
      if (!isSaved) throw new RequestError(0, 'UNSAVED', say(draftsTexts, 'askUnsaved'));
      yield* transport.ask(asking);
    },
  };
}
