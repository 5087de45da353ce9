import { implementNode } from '../../interfaces/implement-node.ts';
import { listDriveFiles } from '../../loading/list-drive-files.ts';
import { loadGoogleDrive } from '../../loading/load-google-drive.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';
import { openDriveSource } from '../../sources/drive-source.ts';

/** Files of Google Drive, as documents. */
export const googleDrive = implementNode({
  name: 'googleDrive',
  icon: 'layers',
  description: 'Files of Google Drive, as documents.',
  isLive: true,
  bringsAccess: true,
  loadMethods: { listFiles: (request) => listDriveFiles(request, '') },

  run: (inputs, context) => loaderOutputs(loadGoogleDrive(inputs, context), inputs),

  load: loadGoogleDrive,

  openSource: openDriveSource,
});
