import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { documentOutputs, metadataParam, splitterAnchor } from '../../loading/loader-fields.ts';
import { openImapSession, readLogin } from '../../sources/imap-session.ts';
import { openImapSource } from '../../sources/imap-source.ts';
import { sourceBehaviour } from '../../sources/source-behaviour.ts';

/** The messages of folders of a mailbox with what is attached to them, as documents. */
export const imapFolder = defineNode({
  name: 'imapFolder',
  label: 'IMAP Folder',
  version: 1,
  category: 'Document Loaders',
  description: 'The messages of folders of a mailbox with what is attached to them, as documents.',
  icon: 'mail',
  credential: { label: 'Connect Credential', names: ['imapLogin', 'gmailImapOAuth2', 'outlookImapOAuth2'] },
  inputs: {
    textSplitter: splitterAnchor,
    folders: param.asyncMultiOptions({
      label: 'Folders',
      description: 'Only what is in them; folders below them are folders of their own.',
      loadMethod: 'listFolders',
    }),
    sinceDays: param.number({
      label: 'Days Back',
      description: 'Older messages are left out, and go when they have become older; all when empty.',
      min: 1,
      max: 36_500,
      step: 1,
      optional: true,
      additionalParams: true,
    }),
    metadata: metadataParam,
  },
  outputs: documentOutputs,
  loadMethods: {
    async listFolders({ credential, openRelay, signal }) {
      const fields = await credential();
      if (!fields || !openRelay) return [];
      const session = await openImapSession(async () => readLogin(fields), {
        services: { openRelay },
        signal,
      });
      try {
        const folders = await session.use((client) => client.list());
        return folders
          .filter(({ flags }) => !flags.has('\\Noselect') && !flags.has('\\NonExistent'))
          .map(({ path }) => ({ name: path, label: path }));
      } finally {
        await session.close();
      }
    },
  },
  ...sourceBehaviour(openImapSource),
});
