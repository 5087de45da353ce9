import { implementNode } from '../../interfaces/implement-node.ts';
import { actionTools } from '../../tools/action-tools.ts';
import { bearerService } from '../../tools/bearer-service.ts';
import { googleDriveActions } from '../../tools/google-drive-actions.ts';

/** Lets a model work with Google Drive. */
export const googleDriveTool = implementNode({
  name: 'googleDriveTool',
  icon: 'google',
  description: 'Lets an agent find, read, write and share files of Google Drive.',

  async run(inputs, context) {
    const vendor = { service: 'Google Drive', base: 'https://www.googleapis.com', prefix: 'google_drive' };
    const service = await bearerService(context, vendor);
    const { fileActions, folderActions, searchActions, shareActions } = inputs;
    const kind = inputs.driveType;
    const chosen = { file: fileActions, folder: folderActions, search: searchActions, share: shareActions }[
      kind
    ];
    return { googleDriveTool: actionTools(googleDriveActions[kind], chosen, service, inputs) };
  },
});
